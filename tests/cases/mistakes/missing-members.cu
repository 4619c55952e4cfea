// about: members that are not there, and . for ->
struct Node { int value; Node *next; int size() const { return 1; } };
class Stack { int depth; public: Node *head; void push(int v); };

void walk(Node *node, Node &root, Stack stack) {
    node.value = 1;
    root->value = 2;
    node->valu = 3;
    root.nxt = node;
    stack.pop();
    stack.depth = 3;
    root.size;
    int n = root.size;
    n = node->next.value;
    n.value = 3;
    n->value = 4;
    stack->head = node;
    (void)n;
}
