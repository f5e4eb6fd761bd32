package dev.waggle.lab.bench;

import java.util.Arrays;
import java.util.concurrent.TimeUnit;

import dev.waggle.journal.LineCodec;
import dev.waggle.signal.log.LogEntry;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import tools.jackson.databind.ObjectMapper;
import tools.jackson.databind.ObjectReader;

/**
 * Benchmark of journal lines beside plain Jackson databind on a record with the same fields.
 *
 * <p>{@code line} is the codec of the journal with its checksum and every rule of a signal. {@code databind} is a
 * default object mapper, from and to {@link PlainLine}. Both write the same text but for the checksum; the setup
 * checks that.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class JsonBench {

    @Benchmark
    public byte[] lineEncode(Pair pair) {
        return LineCodec.toLine(pair.entry);
    }

    @Benchmark
    public byte[] databindEncode(Pair pair) {
        return pair.mapper.writeValueAsBytes(pair.plain);
    }

    @Benchmark
    public LogEntry lineDecode(Pair pair) {
        return LineCodec.fromLine(pair.line);
    }

    @Benchmark
    public Object databindDecode(Pair pair) {
        return pair.reader.readValue(pair.text);
    }

    /** One entry both ways. */
    @State(Scope.Benchmark)
    public static class Pair {

        @Param
        public SampleEntry example = SampleEntry.VOTE;

        private final ObjectMapper mapper = new ObjectMapper();
        private LogEntry entry = SampleEntry.VOTE.entry();
        private Object plain = entry;
        private ObjectReader reader = mapper.reader();
        private byte[] line = {};
        private byte[] text = {};

        @Setup
        public void write() {
            entry = example.entry();
            plain = example.plain();
            reader = mapper.readerFor(mapper.getTypeFactory().constructParametricType(PlainLine.class,
                    example.plain().data().getClass()));
            text = mapper.writeValueAsBytes(plain);
            byte[] whole = LineCodec.toLine(entry);
            line = Arrays.copyOf(whole, whole.length - 1);
            int same = text.length - 1;
            if (!Arrays.equals(line, 0, same, text, 0, same)) {
                throw new IllegalStateException(
                        "two texts: " + new String(line, java.nio.charset.StandardCharsets.UTF_8)
                                + "\n" + new String(text, java.nio.charset.StandardCharsets.UTF_8));
            }
            if (!reader.readValue(text).equals(plain) || !LineCodec.fromLine(line).equals(entry)) {
                throw new IllegalStateException("what was written must be read");
            }
        }
    }
}
