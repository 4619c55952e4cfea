// flags: -std=c++17
// about: host variables behind pointers whose values nothing takes
int gx, ga[2], *gp; int f(); int &fr(); struct S { int v; int m(); int ar[2]; } gs; S *gps;
__global__ void k(int *o) {
 (void)gp; gp; *gp; (void)*gp; (void)gp[1]; gp[1]; (void)gps->v; gps->v; (void)gps->ar; (void)gps->ar[1]; (void)*gps; *gps;
}
