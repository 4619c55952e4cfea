/* asunder for programs in C: the host half of CUDA C++ units, again after every change, quickly.
 *
 * A unit may be used by one thread at a time. Texts that a function gives belong to the unit and live until it is
 * run again or closed. Link with libasunder_capi and -lpthread -ldl -lm.
 *
 * Made by cbindgen from crates/capi/src/lib.rs. */

#ifndef ASUNDER_H
#define ASUNDER_H

#include <stddef.h>
#include <stdint.h>

/*
 Status: it was done.
 */
#define ASUNDER_OK 0

/*
 Status: an argument is missing or out of range.
 */
#define ASUNDER_ARGUMENT 1

/*
 Status: the unit has errors, and its host text is not to be compiled.
 */
#define ASUNDER_ERRORS 2

/*
 Status: something inside asunder failed.
 */
#define ASUNDER_INTERNAL 3

/*
 The half of a unit that the host compiler reads.
 */
#define ASUNDER_HOST_HALF 0

/*
 The half of a unit that the device compiler reads.
 */
#define ASUNDER_DEVICE_HALF 1

/*
 A preprocessed unit that changes.
 */
typedef struct AsunderUnit AsunderUnit;

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/*
 Opens a unit of this name, which is UTF-8, in C++ of this standard (98, 11, 14, 17, 20, 23), with this preprocessed
 text in whatever encoding. Null when an argument is wrong.

 # Safety
 `name` is null or ends in a zero byte; `text` is null or points to `length` bytes.
 */
struct AsunderUnit *asunder_unit_open(const char *name,
                                      int32_t standard,
                                      const uint8_t *text,
                                      size_t length);

/*
 Gives the unit another text. What both texts have in common is not read again. A status.

 # Safety
 `unit` is null or open, and no other thread uses it; `text` is null or points to `length` bytes.
 */
int32_t asunder_unit_set_text(struct AsunderUnit *unit, const uint8_t *text, size_t length);

/*
 Makes host text, module id, diagnostics and fingerprints of the unit's text. A status; after
 [`ASUNDER_INTERNAL`] there are none of them.

 # Safety
 `unit` is null or open, and no other thread uses it.
 */
int32_t asunder_unit_run(struct AsunderUnit *unit);

/*
 What the host compiler is to read, from the last run; its length goes to `*length`.

 # Safety
 `unit` is null or open, and no other thread uses it; `length` is null or can be written.
 */
const uint8_t *asunder_unit_host_text(const struct AsunderUnit *unit, size_t *length);

/*
 The module id, from the last run.

 # Safety
 `unit` is null or open, and no other thread uses it.
 */
const char *asunder_unit_module_id(const struct AsunderUnit *unit);

/*
 The diagnostics of the last run, one a line: `file:line:column: severity: text`.

 # Safety
 `unit` is null or open, and no other thread uses it.
 */
const char *asunder_unit_diagnostics(const struct AsunderUnit *unit);

/*
 The fingerprint of a half in the last run, 32 bytes: while it stays, that half's compiler need not run. Null
 without a run.

 # Safety
 `unit` is null or open, and no other thread uses it.
 */
const uint8_t *asunder_unit_fingerprint(const struct AsunderUnit *unit,
                                        int32_t half);

/*
 Closes the unit. Null is allowed.

 # Safety
 `unit` is null or open, and is not used afterwards.
 */
void asunder_unit_close(struct AsunderUnit *unit);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* ASUNDER_H */
