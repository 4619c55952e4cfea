/* A build system that asks whether the host compiler must run after a change. */
#include "asunder.h"

#include <stdio.h>
#include <string.h>

static const char before[] =
    "__attribute__((global)) void fill(int *p) { *p = 1; }\nint answer() { return 42; }\n";
static const char after[] =
    "__attribute__((global)) void fill(int *p) { *p = 2; }\nint answer() { return 42; }\n";

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

    /* What is wrong is said, not done. */
    if (asunder_unit_open(NULL, 17, NULL, 0) || asunder_unit_open("x", 12, NULL, 0)) return 1;
    if (asunder_unit_run(NULL) != ASUNDER_ARGUMENT) return 1;
    asunder_unit_close(NULL);
    return 0;
}
