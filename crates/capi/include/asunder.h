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
 The version of this interface; what a newer version adds leaves what is here as it is.
 */
#define ASUNDER_API_VERSION 1

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
 Status: nothing is there, or nothing is known about it.
 */
#define ASUNDER_NOTHING 4

/*
 Severity: a remark on the diagnostic before it.
 */
#define ASUNDER_NOTE 0

/*
 Severity: shown on request.
 */
#define ASUNDER_REMARK 1

/*
 Severity: the compilation goes on.
 */
#define ASUNDER_WARNING 2

/*
 Severity: the compilation fails.
 */
#define ASUNDER_ERROR 3

/*
 Severity: the compilation ends here.
 */
#define ASUNDER_CATASTROPHE 4

/*
 The half of a unit that the host compiler reads.
 */
#define ASUNDER_HOST_HALF 0

/*
 The half of a unit that the device compiler reads.
 */
#define ASUNDER_DEVICE_HALF 1

/*
 Units that share what they have in common.
 */
typedef struct AsunderProject AsunderProject;

/*
 A preprocessed unit that changes.
 */
typedef struct AsunderUnit AsunderUnit;

/*
 A diagnostic, or a note that belongs to the one before it. Texts belong to the unit and live until its next run or
 check.
 */
typedef struct AsunderDiagnostic {
  /*
   How grave it is: `ASUNDER_NOTE` to `ASUNDER_CATASTROPHE`.
   */
  int32_t severity;
  /*
   The number that users see, as in `#20012`; 0 without one.
   */
  uint32_t number;
  /*
   The name for use in pragmas and options; null without one.
   */
  const char *tag;
  /*
   What it says.
   */
  const char *message;
  /*
   The file as line markers name it; null where it is not known.
   */
  const char *file;
  /*
   The line, from 1; 0 where it is not known.
   */
  uint32_t line;
  /*
   The column, from 1, in code points; 0 where it is not known.
   */
  uint32_t column;
} AsunderDiagnostic;

/*
 A place of a unit.
 */
typedef struct AsunderPlace {
  /*
   The file as line markers name it; null where there is no place.
   */
  const char *file;
  /*
   The line, from 1.
   */
  uint32_t line;
  /*
   The column, from 1, in code points.
   */
  uint32_t column;
  /*
   The byte of the unit.
   */
  size_t offset;
} AsunderPlace;

/*
 A name: what it means, or what declares it. Texts are null where they are not known; they belong to the unit and live
 until its next call of `asunder_unit_hover`, `asunder_unit_declarations` or `asunder_unit_symbols`.
 */
typedef struct AsunderName {
  /*
   `function`, `class`, `variable`, …
   */
  const char *kind;
  /*
   The qualified name; of a symbol, the linker's.
   */
  const char *name;
  /*
   The declared type; null of symbols.
   */
  const char *type_text;
  /*
   The CUDA spaces.
   */
  const char *space;
  /*
   `internal` or `external`, of symbols.
   */
  const char *linkage;
  /*
   In how many classes and enumerations a declaration stands.
   */
  uint32_t depth;
  /*
   Where it is declared.
   */
  struct AsunderPlace declared;
  /*
   Where it is defined.
   */
  struct AsunderPlace defined;
} AsunderName;

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/*
 The version of this interface in the library that is loaded.
 */
int32_t asunder_api_version(void);

/*
 The version of asunder, such as `0.1.0`.
 */
const char *asunder_version(void);

/*
 Why the last call of this thread that gave null, [`ASUNDER_ARGUMENT`] or [`ASUNDER_INTERNAL`] did so. The text lives
 until the next call of this thread that fails.
 */
const char *asunder_last_error(void);

/*
 The diagnostics of the last run or check, one a line: `file:line:column: severity: text`.

 # Safety
 `unit` is null or open, and no other thread uses it.
 */
const char *asunder_unit_diagnostics(const struct AsunderUnit *unit);

/*
 How many diagnostics, with their notes, the last run or check made.

 # Safety
 `unit` is null or open, and no other thread uses it.
 */
size_t asunder_unit_diagnostic_count(const struct AsunderUnit *unit);

/*
 A diagnostic of the last run or check, by its number from 0. A status.

 # Safety
 `unit` is null or open, and no other thread uses it; `diagnostic` is null or can be written.
 */
int32_t asunder_unit_diagnostic(const struct AsunderUnit *unit,
                                size_t index,
                                struct AsunderDiagnostic *diagnostic);

/*
 The byte of the unit that stands for a place of a file: line and column from 1, columns in code points. A status;
 [`ASUNDER_NOTHING`] where the unit has nothing of it.

 # Safety
 `unit` is null or open, and no other thread uses it; `file` is null or ends in a zero byte; `offset` is null or can be
 written.
 */
int32_t asunder_unit_offset(const struct AsunderUnit *unit,
                            const char *file,
                            uint32_t line,
                            uint32_t column,
                            size_t *offset);

/*
 What the name at a byte of the unit means. A status; [`ASUNDER_NOTHING`] where there is none or it is not known.

 # Safety
 `unit` is null or open, and no other thread uses it; `name` is null or can be written.
 */
int32_t asunder_unit_hover(struct AsunderUnit *unit,
                           size_t offset,
                           struct AsunderName *name);

/*
 Lists the declarations of the unit outside function bodies that stand in a file, which is named as line markers do;
 for null, in that of the first line marker. Their number goes to `*count`, and `asunder_unit_name` gives them. A status.

 # Safety
 `unit` is null or open, and no other thread uses it; `file` is null or ends in a zero byte; `count` is null or can be
 written.
 */
int32_t asunder_unit_declarations(struct AsunderUnit *unit,
                                  const char *file,
                                  size_t *count);

/*
 Lists the definitions of the unit that the linker sees, outside templates. Their number goes to `*count`, and
 `asunder_unit_name` gives them. A status.

 # Safety
 `unit` is null or open, and no other thread uses it; `count` is null or can be written.
 */
int32_t asunder_unit_symbols(struct AsunderUnit *unit,
                             size_t *count);

/*
 A name of those listed last, by its number from 0. A status.

 # Safety
 `unit` is null or open, and no other thread uses it; `name` is null or can be written.
 */
int32_t asunder_unit_name(const struct AsunderUnit *unit, size_t index, struct AsunderName *name);

/*
 A project without units.
 */
struct AsunderProject *asunder_project_open(void);

/*
 Closes the project; its units stay until they are closed. Null is allowed.

 # Safety
 `project` is null or open, and is not used afterwards.
 */
void asunder_project_close(struct AsunderProject *project);

/*
 Opens a unit of this name, which is UTF-8, in C++ of this standard (98, 11, 14, 17, 20, 23), with this preprocessed
 text in whatever encoding, in a project of its own. Null when an argument is wrong.

 # Safety
 `name` is null or ends in a zero byte; `text` is null or points to `length` bytes.
 */
struct AsunderUnit *asunder_unit_open(const char *name,
                                      int32_t standard,
                                      const uint8_t *text,
                                      size_t length);

/*
 Opens a unit of a project with the options of a command line of cudafe++: `argc` words behind the program's name, as
 `nvcc --dryrun` shows them; the last names the unit, which is not read. `directory` is the folder that its preprocessor
 ran in; null for the current one. A project of its own for null. Null when an argument is wrong.

 # Safety
 `project` is null or open; `argv` points to `argc` texts that end in a zero byte; `directory` is null or ends in a
 zero byte; `text` is null or points to `length` bytes.
 */
struct AsunderUnit *asunder_unit_open_argv(const struct AsunderProject *project,
                                           size_t argc,
                                           const char *const *argv,
                                           const char *directory,
                                           const uint8_t *text,
                                           size_t length);

/*
 Gives the unit another text. What both texts have in common is not read again. A status.

 # Safety
 `unit` is null or open, and no other thread uses it; `text` is null or points to `length` bytes.
 */
int32_t asunder_unit_set_text(struct AsunderUnit *unit, const uint8_t *text, size_t length);

/*
 Replaces the unit's bytes from `start` to `end`. A status.

 # Safety
 `unit` is null or open, and no other thread uses it; `text` is null or points to `length` bytes.
 */
int32_t asunder_unit_edit(struct AsunderUnit *unit,
                          size_t start,
                          size_t end,
                          const uint8_t *text,
                          size_t length);

/*
 Makes host text, module id, diagnostics and fingerprints of the unit's text. A status; after
 [`ASUNDER_INTERNAL`] there are none of them.

 # Safety
 `unit` is null or open, and no other thread uses it.
 */
int32_t asunder_unit_run(struct AsunderUnit *unit);

/*
 Makes the diagnostics of the device pass for a virtual architecture (90 for `compute_90`), or of the host pass for 0;
 what a run made stays. The text must be that of the pass. A status; after [`ASUNDER_INTERNAL`] there are none.

 # Safety
 `unit` is null or open, and no other thread uses it.
 */
int32_t asunder_unit_check(struct AsunderUnit *unit,
                           uint32_t architecture);

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
