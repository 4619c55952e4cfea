#pragma GCC system_header
int header_of_the_system;
