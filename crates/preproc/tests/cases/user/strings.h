int i = __LINE__;
int j = SYSTEM_LINE;
