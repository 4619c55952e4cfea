#pragma once
#define CUDART_VERSION 13000
