// For compilers without libFuzzer: replays inputs, then changes them at random until the time is up.
//
//      fuzz_NAME [-max_total_time=SECONDS] [-seed=N] [-artifact_prefix=PATH] [FILE or FOLDER]...
//
// The options are those of libFuzzer. Without seconds it only replays. An input is written to PATH before it is
// tried, and removed when all is over: what is left there is what ended the program.
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <string>
#include <string_view>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace {

using Bytes = std::vector<std::uint8_t>;

Bytes read(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return Bytes(std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>());
}

Bytes changed(Bytes bytes, std::mt19937_64& random) {
  const auto below = [&](std::size_t end) { return end == 0 ? 0 : static_cast<std::size_t>(random() % end); };
  for (std::size_t times = 1 + below(8); times > 0; --times) {
    const std::size_t at = below(bytes.size() + 1);
    switch (below(5)) {
      case 0: bytes.insert(bytes.begin() + static_cast<std::ptrdiff_t>(at), static_cast<std::uint8_t>(random())); break;
      case 1:
        if (at < bytes.size()) bytes.erase(bytes.begin() + static_cast<std::ptrdiff_t>(at));
        break;
      case 2:
        if (at < bytes.size()) bytes[at] = static_cast<std::uint8_t>(random());
        break;
      case 3:
        if (at < bytes.size()) bytes[at] ^= static_cast<std::uint8_t>(1u << below(8));
        break;
      default:
        for (std::size_t more = below(40); more > 0; --more) bytes.push_back(static_cast<std::uint8_t>(random()));
    }
  }
  if (bytes.size() > 4096) bytes.resize(4096);
  return bytes;
}

}   // namespace

int main(int argc, char** argv) {
  double seconds = 0;
  std::uint64_t seed = 1;
  std::string prefix;
  std::vector<Bytes> inputs;
  for (int k = 1; k < argc; ++k) {
    const std::string_view word = argv[k];
    const auto value = [&](std::string_view name) { return std::string(word.substr(name.size())); };
    if (word.starts_with("-max_total_time=")) {
      seconds = std::stod(value("-max_total_time="));
    } else if (word.starts_with("-seed=")) {
      seed = std::stoull(value("-seed="));
    } else if (word.starts_with("-artifact_prefix=")) {
      prefix = value("-artifact_prefix=");
    } else if (word.starts_with('-')) {
      continue;   // one of libFuzzer's that means nothing here
    } else if (std::filesystem::is_directory(word)) {
      for (const auto& file : std::filesystem::directory_iterator(word)) inputs.push_back(read(file.path()));
    } else {
      inputs.push_back(read(word));
    }
  }
  std::uint64_t runs = 0;
  for (const Bytes& bytes : inputs) {
    LLVMFuzzerTestOneInput(bytes.data(), bytes.size());
    ++runs;
  }
  inputs.push_back({});
  std::mt19937_64 random(seed);
  const std::string tried = prefix + "tried";
  const auto begin = std::chrono::steady_clock::now();
  while (std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count() < seconds) {
    Bytes bytes = changed(inputs[random() % inputs.size()], random);
    if (!prefix.empty()) {
      std::ofstream(tried, std::ios::binary)
          .write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
    }
    LLVMFuzzerTestOneInput(bytes.data(), bytes.size());
    ++runs;
    if (inputs.size() < 1000) inputs.push_back(std::move(bytes));
  }
  if (!prefix.empty()) std::filesystem::remove(tried);
  std::fprintf(stderr, "Done %llu runs\n", static_cast<unsigned long long>(runs));
  return 0;
}
