// -fopenmp
#define p parallel
#define n num_threads(2)
#define omp none
#pragma omp parallel for n
#pragma omp p n
#pragma omp unknown n
#pragma other n
  #pragma omp single \
  n
_Pragma("omp barrier n") int x;
