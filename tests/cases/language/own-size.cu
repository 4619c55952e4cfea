// about: the size of a class in its own definition
struct Header { static_assert(sizeof(Header) == 4, "size"); int length; };
template <class T> struct Block { static_assert(sizeof(Block) == 8, "size"); T item; };
Block<int> block;
struct Packet {
    int data[sizeof(Packet)];
    enum { size = sizeof(Packet) };
    int bits : sizeof(Packet);
    static const int total = sizeof(Packet);
    int later = sizeof(Packet);
    int get() { return sizeof(Packet); }
    void set(int n = sizeof(Packet));
    static_assert(alignof(Packet) == 4, "alignment");
};
