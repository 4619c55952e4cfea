# 0 "openmp.c"
# 0 "<built-in>"
# 0 "<command-line>"
# 1 "openmp.c"




        
# 5 "openmp.c"
#pragma omp parallel for num_threads(2)
        
# 6 "openmp.c"
#pragma omp parallel num_threads(2)
#pragma omp unknown n
#pragma other n
          
# 9 "openmp.c"
#pragma omp single num_threads(2)


# 11 "openmp.c"
#pragma omp barrier num_threads(2)
# 11 "openmp.c"
                         int x;
