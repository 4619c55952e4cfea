#pragma once

/// Values on a line, in memory that host and device see.
struct Field {
    float* values;
    int count;
};

/// Moves every value one step; false without a device.
bool step(Field field, float rate);
/// Sets the first and the last value.
bool bound(Field field, float low, float high);
/// The sum of all values.
float sum(Field field);
/// Scales all values and gives the largest.
float scaled_maximum(Field field, float factor);
