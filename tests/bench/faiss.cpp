// How long FAISS takes to find the nearest rows, to compare with. tests/bench/bench_nearest.c runs
// it: faiss FILE, which holds four numbers (rows, coordinates, queries, k), the rows and the
// queries, all as floats. One query at a time, one thread. Prints the median microseconds and how
// often the nearest row was the one named behind the queries.
#include <faiss/IndexFlat.h>
#include <omp.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <vector>

static bool read(std::FILE *file, std::vector<float> &to, std::size_t count)
{
    to.resize(count);
    return std::fread(to.data(), sizeof(float), count, file) == count;
}

int main(int argc, char **argv)
{
    std::FILE *file = argc == 2 ? std::fopen(argv[1], "rb") : nullptr;
    std::vector<float> head, row, query, nearest;
    if (!file || !read(file, head, 4))
        return 2;
    const std::size_t rows = head[0], coordinates = head[1], queries = head[2], k = head[3];
    if (!read(file, row, rows * coordinates) || !read(file, query, queries * coordinates) ||
        !read(file, nearest, queries))
        return 2;
    omp_set_num_threads(1);
    faiss::IndexFlatL2 index(coordinates);
    index.add(rows, row.data());
    std::vector<float> distance(k);
    std::vector<faiss::Index::idx_t> found(k);
    std::vector<double> took;
    std::size_t same = 0;
    for (int round = 0; round < 2; round++) { // the first warms up
        took.clear();
        same = 0;
        for (std::size_t q = 0; q < queries; q++) {
            const auto start = std::chrono::steady_clock::now();
            index.search(1, query.data() + q * coordinates, k, distance.data(), found.data());
            took.push_back(std::chrono::duration<double, std::micro>(
                               std::chrono::steady_clock::now() - start)
                               .count());
            same += found[0] == (faiss::Index::idx_t)nearest[q];
        }
    }
    std::nth_element(took.begin(), took.begin() + took.size() / 2, took.end());
    std::printf("%.3f %zu\n", took[took.size() / 2], same);
    return 0;
}
