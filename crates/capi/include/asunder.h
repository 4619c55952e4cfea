/* asunder for programs in C: the host half of CUDA C++ units, again after every change, quickly.
 *
 * A unit may be used by one thread at a time. Texts that a function gives belong to the unit and live until it is
 * run again or closed. Link with libasunder_capi and -lpthread -ldl -lm. */
#ifndef ASUNDER_H
#define ASUNDER_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A preprocessed unit that changes. */
typedef struct AsunderUnit AsunderUnit;

/* Statuses. */
enum {
    ASUNDER_OK = 0,
    /* An argument is missing or out of range. */
    ASUNDER_ARGUMENT = 1,
    /* The unit has errors: its host text is not to be compiled. */
    ASUNDER_ERRORS = 2,
    /* Something inside asunder failed. */
    ASUNDER_INTERNAL = 3
};

/* Halves of a unit. */
enum { ASUNDER_HOST_HALF = 0, ASUNDER_DEVICE_HALF = 1 };

/* Opens a unit of this name, in C++ of this standard (98, 11, 14, 17, 20, 23), with this preprocessed text. Null when
 * an argument is wrong. */
AsunderUnit *asunder_unit_open(const char *name, int32_t standard, const uint8_t *text, size_t length);

/* Gives the unit another text. What both texts have in common is not read again. A status. */
int32_t asunder_unit_set_text(AsunderUnit *unit, const uint8_t *text, size_t length);

/* Makes host text, module id, diagnostics and fingerprints of the unit's text. A status. */
int32_t asunder_unit_run(AsunderUnit *unit);

/* What the host compiler is to read, from the last run; its length goes to *length. */
const uint8_t *asunder_unit_host_text(const AsunderUnit *unit, size_t *length);

/* The module id, from the last run. */
const char *asunder_unit_module_id(const AsunderUnit *unit);

/* The diagnostics of the last run, one a line: file:line:column: severity: text. */
const char *asunder_unit_diagnostics(const AsunderUnit *unit);

/* The fingerprint of a half in the last run, 32 bytes: while it stays, that half's compiler need not run. */
const uint8_t *asunder_unit_fingerprint(const AsunderUnit *unit, int32_t half);

/* Closes the unit. Null is allowed. */
void asunder_unit_close(AsunderUnit *unit);

#ifdef __cplusplus
}
#endif

#endif
