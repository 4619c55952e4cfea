// about: a first class
class Matrix {
    int rows, columns;
    float *data;
public:
    Matrix(int r, int c);
    ~Matrix();
    float &at(int r, int c);
    float get(int r, int c) const;
    Matrix operator*(const Matrix &other) const;
    static Matrix identity(int n);
    friend void show(const Matrix &m);
};

Matrix Matrix::operator+(const Matrix &other) const { return other; }
float Matrix::at(int r, int c) { return data[r]; }
int Matrix::size() const { return rows * columns; }
Matrix::Matrix(int r) { }
void show(const Matrix &m) { m.rows = 3; }

class Vector : public Matrx { };
class Row : public Matrix { int n; };

void use(Matrix a, const Matrix &b) {
    Matrix c;
    Matrix d = 3;
    Matrix e(3, 3, 3);
    Row f;
    a.rows = 2;
    a.at(1) = 2;
    b.at(1, 2) = 3;
    b.get(1, 2) = 3;
    a.get("1", 2);
    Matrix g = a + b;
    Matrix h = a * 2;
    a *= b;
    a(1, 2) = 3;
    a[1] = 2;
    a.identity();
    Matrix::identity(1, 2);
    Matrix::get(1, 2);
    Matrix *i = new Matrix;
    Matrix *j = new Matrix("a");
    delete a;
    i.at(1, 2);
    if (a == b) return;
    a = 3;
}
