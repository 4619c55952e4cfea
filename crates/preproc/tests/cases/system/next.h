int system_next;
