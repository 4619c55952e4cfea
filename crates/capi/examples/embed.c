/* A build system that asks whether the host compiler must run after a change. */
#include "asunder.h"

#include <stdio.h>
#include <string.h>

static const char before[] =
    "__attribute__((global)) void fill(int *p) { *p = 1; }\nint answer() { return 42; }\n";
static const char after[] =
    "__attribute__((global)) void fill(int *p) { *p = 2; }\nint answer() { return 42; }\n";

/* The words that nvcc gives cudafe++, units of a project, what a pass says and what names mean. */
static int diagnostics_and_names(void) {
    static const char wrong[] =
        "# 1 \"fill.cu\"\n__attribute__((global)) void fill(int *p) { *p = 09; }\nint answer() { return 42; }\n";
    const char *const argv[] = {"--c++20", "--gnu_version=120200", "--orig_src_file_name", "fill.cu", "fill.cpp4.ii"};
    AsunderProject *project = asunder_project_open();
    AsunderUnit *unit = asunder_unit_open_argv(project, 5, argv, "/", (const uint8_t *)wrong, sizeof wrong - 1);
    asunder_project_close(project);
    if (!unit || asunder_unit_check(unit, 90) != ASUNDER_ERRORS) return 1;
    for (size_t i = 0; i < asunder_unit_diagnostic_count(unit); i++) {
        AsunderDiagnostic it;
        if (asunder_unit_diagnostic(unit, i, &it) != ASUNDER_OK || it.severity != ASUNDER_ERROR) return 1;
        printf("%s:%u:%u: error: %s\n", it.file, it.line, it.column, it.message);
    }

    /* Edits, and what names mean. */
    size_t start = (size_t)(strstr(wrong, "09") - wrong);
    if (asunder_unit_edit(unit, start, start + 2, (const uint8_t *)"7", 1) != ASUNDER_OK) return 1;
    if (asunder_unit_check(unit, 0) != ASUNDER_OK) return 1;
    AsunderName name;
    size_t offset, count;
    if (asunder_unit_offset(unit, "fill.cu", 1, 30, &offset) != ASUNDER_OK) return 1;
    if (asunder_unit_hover(unit, offset, &name) != ASUNDER_OK) return 1;
    printf("%s is a %s %s, %s, at %s:%u:%u\n", name.name, name.kind, name.type_text, name.space, name.defined.file,
           name.defined.line, name.defined.column);
    if (asunder_unit_hover(unit, 0, &name) != ASUNDER_NOTHING) return 1;
    if (asunder_unit_declarations(unit, NULL, &count) != ASUNDER_OK || count != 2) return 1;
    if (asunder_unit_symbols(unit, &count) != ASUNDER_OK) return 1;
    for (size_t i = 0; i < count; i++) {
        if (asunder_unit_name(unit, i, &name) != ASUNDER_OK) return 1;
        printf("%s %s %s\n", name.name, name.kind, name.space);
    }
    asunder_unit_close(unit);
    if (asunder_api_version() != ASUNDER_API_VERSION || !strlen(asunder_version())) return 1;
    return 0;
}

int main(void) {
    AsunderUnit *unit = asunder_unit_open("fill.cu", 17, (const uint8_t *)before, sizeof before - 1);
    if (!unit || asunder_unit_run(unit) != ASUNDER_OK) return 1;
    uint8_t host[32], device[32];
    memcpy(host, asunder_unit_fingerprint(unit, ASUNDER_HOST_HALF), 32);
    memcpy(device, asunder_unit_fingerprint(unit, ASUNDER_DEVICE_HALF), 32);
    size_t length;
    const uint8_t *text = asunder_unit_host_text(unit, &length);
    printf("module id %s, %zu bytes\n", asunder_unit_module_id(unit), length);
    if (!length || !text) return 1;

    asunder_unit_set_text(unit, (const uint8_t *)after, sizeof after - 1);
    if (asunder_unit_run(unit) != ASUNDER_OK) return 1;
    int host_changed = memcmp(host, asunder_unit_fingerprint(unit, ASUNDER_HOST_HALF), 32) != 0;
    int device_changed = memcmp(device, asunder_unit_fingerprint(unit, ASUNDER_DEVICE_HALF), 32) != 0;
    printf("host %s, device %s%s\n", host_changed ? "changed" : "as before",
           device_changed ? "changed" : "as before", asunder_unit_diagnostics(unit));
    asunder_unit_close(unit);

    if (diagnostics_and_names()) return 1;

    /* What is wrong is said, not done. */
    if (asunder_unit_open(NULL, 17, NULL, 0) || asunder_unit_open("x", 12, NULL, 0)) return 1;
    if (asunder_unit_run(NULL) != ASUNDER_ARGUMENT) return 1;
    asunder_unit_close(NULL);
    return 0;
}
