package dev.waggle.lab.vector;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import dev.waggle.connect.lucene.vector.VectorEntry;
import dev.waggle.connect.lucene.vector.VectorFile;
import dev.waggle.connect.lucene.vector.VectorHit;
import dev.waggle.connect.lucene.vector.VectorIndex;
import dev.waggle.connect.lucene.vector.VectorIndexListener;
import dev.waggle.connect.lucene.vector.VectorKey;
import dev.waggle.connect.lucene.vector.VectorSpace;
import dev.waggle.signal.world.World;
import dev.waggle.swarm.memory.MemoryFilter;

/**
 * Measurement of the index of vectors with 384 dimensions, beside bare Lucene and a comparison with all vectors in the
 * same process. Vectors lie around a centre for each hundred, or are uniformly random. Times are of the processor,
 * because other programs of a busy machine lengthen the elapsed ones. It measures the graph from 20,000 vectors on,
 * else the scan.
 *
 * <pre>
 *   java -cp 'lab/target/dist/lib/*' dev.waggle.lab.vector.VectorStudy clustered|random|file count
 * </pre>
 */
public final class VectorStudy {

    private static final int DIMENSION = 384;
    private static final int QUERIES = 200;
    private static final int NEAREST = 10;
    private static final int CANDIDATES = 100;
    private static final int WARM_UP = 3;
    private static final double MEGABYTES = 64;
    private static final float NOISE = 0.8f;
    private static final int CENTRE_SHARE = 100;
    private static final int TENANTS = 10;
    private static final int BATCH = 1_000;
    private static final long SEED = 23;

    private static final VectorSpace SPACE = new VectorSpace("synthetic", DIMENSION);

    private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    private final World world = World.system(SEED);
    private final Random random = new Random(SEED);
    private final List<float[]> centres = new ArrayList<>();
    private final int count;
    private final Consumer<String> out;

    private VectorStudy(boolean isClustered, int count, Consumer<String> out) {
        this.count = count;
        this.out = out;
        for (int i = 0; isClustered && i < Math.max(1, count / CENTRE_SHARE); i++) {
            centres.add(direction());
        }
    }

    /** Exit code 2 for arguments that are no kind and number. */
    @SuppressWarnings("SystemOut") // What a program on the command line says.
    public static void main(String... args) throws Exception {
        if (args.length != 2 || !args[0].matches("clustered|random|file") || !args[1].matches("[1-9][0-9]{0,6}")) {
            System.err.println("usage: VectorStudy clustered|random|file count; got " + String.join(" ", args));
            System.exit(2);
        }
        VectorStudy study = new VectorStudy(args[0].equals("clustered"), Integer.parseInt(args[1]),
                System.out::println);
        Path folder = Files.createTempDirectory("waggle-lab-");
        try {
            if (args[0].equals("file")) {
                study.measureFile(folder);
            } else {
                study.measureSearch(folder);
            }
        } finally {
            delete(folder);
        }
    }

    static String id(int number) {
        return "m" + number;
    }

    private void measureFile(Path folder) throws IOException {
        VectorFile file = VectorFile.open(folder, SPACE, world);
        List<VectorKey> keys = new ArrayList<>();
        Times append = new Times();
        for (int first = 0; first < count; first += BATCH) {
            Map<VectorKey, float[]> batch = new LinkedHashMap<>();
            for (int i = first; i < Math.min(count, first + BATCH); i++) {
                keys.add(new VectorKey(random.nextLong(), i));
                batch.put(keys.getLast(), next());
            }
            append.measure(() -> file.append(batch));
        }
        out.accept("append of " + BATCH + ": " + append);
        for (int i = 0; i < WARM_UP; i++) {
            Times open = new Times();
            open.measure(() -> VectorFile.open(folder, SPACE, world));
            out.accept("open " + count + ": " + open);
        }
        Times find = new Times();
        find.measure(() -> file.find(keys));
        out.accept("find all: " + find);
        Times remove = new Times();
        remove.measure(() -> file.remove(keys.subList(0, 1)));
        out.accept("remove one: " + remove);
    }

    private void measureSearch(Path folder) throws IOException {
        List<float[]> vectors = IntStream.range(0, count).mapToObj(i -> next()).toList();
        List<float[]> queries = IntStream.range(0, QUERIES).mapToObj(i -> next()).toList();
        List<List<String>> exact = queries.stream().map(query -> exact(query, vectors, 1, 0)).toList();
        if (count >= VectorIndex.GRAPH_FROM) {
            measureGraph(folder, vectors, queries, exact);
        } else {
            measureScan(folder, vectors, queries, exact);
        }
    }

    private void measureScan(Path folder, List<float[]> vectors, List<float[]> queries, List<List<String>> exact)
            throws IOException {
        try (VectorIndex index = VectorIndex.open(folder.resolve("scan"), SPACE, world, VectorIndexListener.NONE)) {
            Times add = new Times();
            for (int i = 0; i < count; i++) {
                VectorEntry entry = entry(i);
                float[] vector = vectors.get(i);
                add.measure(() -> index.add(entry, vector));
            }
            out.accept("add: " + add);
            report("scan of " + count, exact, queries, query -> ids(index.nearest(query, NEAREST, MemoryFilter.ALL)));
        }
    }

    private void measureGraph(Path folder, List<float[]> vectors, List<float[]> queries, List<List<String>> exact)
            throws IOException {
        Path place = folder.resolve("graph");
        World held = new HeldThreads(world);
        try (VectorIndex index = VectorIndex.open(place, SPACE, held, VectorIndexListener.NONE)) {
            for (int i = 0; i < count; i++) {
                index.add(entry(i), vectors.get(i));
            }
            Times ours = new Times();
            ours.measure(index::refresh);
            out.accept("build of " + count + ": " + ours);
            report("graph", exact, queries, query -> ids(index.nearest(query, NEAREST, MemoryFilter.ALL)));
            List<List<String>> ofTenant = queries.stream().map(query -> exact(query, vectors, TENANTS, 3)).toList();
            report("graph, one tenant of ten", ofTenant, queries,
                    query -> ids(index.nearest(query, NEAREST, MemoryFilter.ofTenant("t3"))));
            Times remove = new Times();
            remove.measure(() -> {
                int _ = index.remove(List.of(id(1)));
                index.expunge();
            });
            out.accept("removal of one to the last byte: " + remove);
        }
        Times open = new Times();
        open.measure(() -> VectorIndex.open(place, SPACE, held, VectorIndexListener.NONE).close());
        out.accept("open: " + open);
        Times bare = new Times();
        bare.measure(() -> {
            try (BareGraph graph = BareGraph.build(folder.resolve("bare"), vectors, MEGABYTES)) {
                out.accept("bare Lucene: " + graph.segments() + " segments");
            }
        });
        out.accept("bare Lucene, build of " + count + ": " + bare);
        try (BareGraph graph = BareGraph.build(folder.resolve("bare"), List.of(), MEGABYTES)) {
            report("bare Lucene, 10 candidates", exact, queries, query -> graph.nearest(query, NEAREST, NEAREST));
            report("bare Lucene, 100 candidates", exact, queries, query -> graph.nearest(query, NEAREST, CANDIDATES));
        }
    }

    private void report(String name, List<List<String>> exact, List<float[]> queries, Search search)
            throws IOException {
        Times times = new Times();
        int found = 0;
        for (int turn = 0; turn <= WARM_UP; turn++) {
            times = new Times();
            found = 0;
            for (int i = 0; i < queries.size(); i++) {
                float[] query = queries.get(i);
                List<String> hits = new ArrayList<>();
                times.measure(() -> hits.addAll(search.run(query)));
                found += (int) exact.get(i).stream().filter(hits::contains).count();
            }
        }
        out.accept(String.format(Locale.ROOT, "%s: recall %.3f, %s", name,
                found / (double) (queries.size() * Math.min(NEAREST, count)), times));
    }

    /** The nearest by a comparison with each vector whose number leaves that rest. */
    private List<String> exact(float[] query, List<float[]> vectors, int divisor, int rest) {
        double[] products = vectors.stream().mapToDouble(vector -> product(query, vector)).toArray();
        return IntStream.range(0, count).filter(i -> i % divisor == rest).boxed()
                .sorted(Comparator.comparingDouble(i -> -products[i])).limit(NEAREST).map(VectorStudy::id).toList();
    }

    private static List<String> ids(List<VectorHit> hits) {
        return hits.stream().map(VectorHit::id).toList();
    }

    private static VectorEntry entry(int number) {
        return new VectorEntry(id(number), "t" + number % TENANTS, "finding", "agent " + number % 7, "run", number);
    }

    private static double product(float[] a, float[] b) {
        double sum = 0;
        for (int i = 0; i < a.length; i++) {
            sum += a[i] * b[i];
        }
        return sum;
    }

    /** A vector of length 1: in the direction of a centre with noise, or in any direction. */
    private float[] next() {
        if (centres.isEmpty()) {
            return direction();
        }
        float[] vector = direction();
        float[] centre = centres.get(random.nextInt(centres.size()));
        for (int i = 0; i < DIMENSION; i++) {
            vector[i] = centre[i] + NOISE * vector[i];
        }
        return unit(vector);
    }

    private float[] direction() {
        float[] vector = new float[DIMENSION];
        for (int i = 0; i < DIMENSION; i++) {
            vector[i] = (float) random.nextGaussian();
        }
        return unit(vector);
    }

    private static float[] unit(float[] vector) {
        float length = (float) Math.sqrt(product(vector, vector));
        for (int i = 0; i < vector.length; i++) {
            vector[i] /= length;
        }
        return vector;
    }

    private static void delete(Path folder) throws IOException {
        try (Stream<Path> found = Files.walk(folder)) {
            for (Path each : found.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(each);
            }
        }
    }

    /** A search for ids. */
    private interface Search {

        List<String> run(float[] query) throws IOException;
    }

    /** A task that reads or writes. */
    private interface Task {

        void run() throws IOException;
    }

    /** Processor times of this thread, and the elapsed time of all. */
    private final class Times {

        private final List<Long> nanos = new ArrayList<>();
        private long elapsed;

        void measure(Task task) throws IOException {
            long wall = System.nanoTime();
            long start = threads.getCurrentThreadCpuTime();
            task.run();
            nanos.add(threads.getCurrentThreadCpuTime() - start);
            elapsed += System.nanoTime() - wall;
        }

        @Override
        public String toString() {
            long[] sorted = nanos.stream().mapToLong(Long::longValue).toArray();
            Arrays.sort(sorted);
            if (sorted.length == 1) {
                return String.format(Locale.ROOT, "%.1f ms of processor, %.1f ms elapsed", sorted[0] / 1e6,
                        elapsed / 1e6);
            }
            return String.format(Locale.ROOT, "p50 %.3f ms, p99 %.3f ms of processor, mean %.3f ms elapsed",
                    sorted[sorted.length / 2] / 1e6, sorted[sorted.length * 99 / 100] / 1e6,
                    elapsed / 1e6 / sorted.length);
        }
    }
}
