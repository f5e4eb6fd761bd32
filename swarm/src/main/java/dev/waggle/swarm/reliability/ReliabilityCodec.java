package dev.waggle.swarm.reliability;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.CRC32C;

/**
 * Writes a {@link ReliabilityState} as bytes, and reads it again to the last bit. The bytes begin with a format and end with
 * a checksum (CRC-32C), so half a file is never taken for a state.
 *
 * <pre>
 *   format, outcomes, version, kinds of task, answers
 *   agents    number, ids
 *   members   terms of each, kinds of confidence of each, four counts of each, then all terms, means, deviations, sums and
 *             counts of confidences, member by member
 *   pairs     number, keys ascending, places of the records, records
 *   checksum
 * </pre>
 *
 * <p>Columns are read in bulk, and a pair is read when it is asked for. So loading is fast before anything is compiled.
 */
public final class ReliabilityCodec {

    /** "WGR" and the number of the format. */
    private static final int FORMAT = 0x57475204;

    private static final int CHECKSUM_BYTES = Long.BYTES;
    private static final int LARGEST_COUNT = 1 << 24;

    private ReliabilityCodec() {}

    /** The bytes of a state. */
    public static byte[] write(ReliabilityState state) {
        LearnedTerms terms = state.terms();
        List<byte[]> agents = terms.agents().stream().map(agent -> agent.getBytes(StandardCharsets.UTF_8)).toList();
        ByteBuffer head = head(state);
        MemberColumns members = MemberColumns.of(terms.members());
        List<PairState> pairs = new ArrayList<>(terms.pairs());
        long[] keys = new long[terms.pairs()];
        int[] places = new int[terms.pairs()];
        int[] records = {0};
        terms.forEachPair((key, pair) -> {
            keys[pairs.size()] = key;
            places[pairs.size()] = records[0];
            records[0] = Math.addExact(records[0], pair.recordBytes());
            pairs.add(pair);
        });
        int size = Math.addExact(records[0],
                head.remaining() + Integer.BYTES + agents.stream().mapToInt(agent -> Integer.BYTES + agent.length).sum()
                        + members.bytes() + Integer.BYTES + keys.length * (Long.BYTES + Integer.BYTES)
                        + CHECKSUM_BYTES);
        ByteBuffer out = ByteBuffer.allocate(size).put(head).putInt(agents.size());
        agents.forEach(agent -> out.putInt(agent.length).put(agent));
        members.write(out);
        out.putInt(keys.length);
        MemberColumns.put(keys, out);
        MemberColumns.put(places, out);
        pairs.forEach(pair -> pair.write(out));
        return out.putLong(checksum(out.duplicate().flip())).array();
    }

    /**
     * The state of these bytes, which it keeps: they may not change any more.
     *
     * @throws IllegalArgumentException when they are no whole state of this format
     */
    public static ReliabilityState read(byte[] bytes) {
        return read(ByteBuffer.wrap(bytes));
    }

    /**
     * The state of the rest of a buffer, which it keeps: its bytes may not change any more.
     *
     * @throws IllegalArgumentException when they are no whole state of this format
     */
    public static ReliabilityState read(ByteBuffer bytes) {
        ByteBuffer in = bytes.slice();
        int length = in.capacity() - CHECKSUM_BYTES;
        if (length < Integer.BYTES || in.getInt() != FORMAT) {
            throw new IllegalArgumentException("these " + in.capacity() + " bytes are no state of reliability");
        }
        if (in.getLong(length) != checksum(in.slice(0, length))) {
            throw new IllegalArgumentException("the state of reliability is damaged: its checksum does not fit");
        }
        try {
            return readState(in.limit(length));
        } catch (BufferUnderflowException cut) {
            throw new IllegalArgumentException("the state of reliability ends too early, after " + in.capacity()
                    + " bytes", cut);
        }
    }

    private static long checksum(ByteBuffer bytes) {
        CRC32C checksum = new CRC32C();
        checksum.update(bytes);
        return checksum.getValue();
    }

    private static ReliabilityState readState(ByteBuffer in) {
        long outcomes = in.getLong();
        String version = readText(in);
        TermIndex categories = readIndex(ModelTerm.MAX_CATEGORIES, in);
        TermIndex answers = readIndex(ModelTerm.MAX_ANSWERS, in);
        List<String> agents = new ArrayList<>();
        int number = readCount(LARGEST_COUNT, in);
        for (int i = 0; i < number; i++) {
            agents.add(readText(in));
        }
        List<MemberState> members = MemberColumns.read(number + 1, in).members();
        return new ReliabilityState(new LearnedTerms(agents, members, PairBlock.read(in, in.capacity())), categories,
                answers, outcomes, version);
    }

    private static ByteBuffer head(ReliabilityState state) {
        ByteBuffer head = ByteBuffer.allocate(Integer.BYTES + Long.BYTES + bytes(state.version())
                + bytes(state.categoryIndex()) + bytes(state.answerIndex()));
        head.putInt(FORMAT).putLong(state.outcomes());
        writeText(state.version(), head);
        writeIndex(state.categoryIndex(), head);
        writeIndex(state.answerIndex(), head);
        return head.flip();
    }

    private static int bytes(TermIndex index) {
        return 2 * Integer.BYTES
                + index.counts().keySet().stream().mapToInt(name -> bytes(name) + Long.BYTES).sum()
                + index.names().stream().mapToInt(ReliabilityCodec::bytes).sum();
    }

    private static int bytes(String text) {
        return Integer.BYTES + text.getBytes(StandardCharsets.UTF_8).length;
    }

    private static void writeIndex(TermIndex index, ByteBuffer out) {
        Map<String, Long> counts = index.counts();
        out.putInt(counts.size());
        counts.forEach((name, count) -> {
            writeText(name, out);
            out.putLong(count);
        });
        out.putInt(index.names().size());
        index.names().forEach(name -> writeText(name, out));
    }

    private static TermIndex readIndex(int room, ByteBuffer in) {
        Map<String, Long> counts = new TreeMap<>();
        int counted = readCount(LARGEST_COUNT, in);
        for (int i = 0; i < counted; i++) {
            String name = readText(in);
            counts.put(name, in.getLong());
        }
        List<String> names = new ArrayList<>();
        int withTerms = readCount(room, in);
        for (int i = 0; i < withTerms; i++) {
            names.add(readText(in));
        }
        TermIndex index = new TermIndex(room);
        index.restore(counts, names);
        return index;
    }

    private static int readCount(int largest, ByteBuffer in) {
        int count = in.getInt();
        if (count < 0 || count > largest) {
            throw new IllegalArgumentException("the state of reliability is damaged: a count of " + count);
        }
        return count;
    }

    private static void writeText(String text, ByteBuffer out) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        out.putInt(bytes.length).put(bytes);
    }

    private static String readText(ByteBuffer in) {
        int length = readCount(LARGEST_COUNT, in);
        if (length > in.remaining()) {
            throw new BufferUnderflowException();
        }
        byte[] bytes = new byte[length];
        in.get(bytes);
        return new String(bytes, StandardCharsets.UTF_8);
    }
}
