package dev.waggle.swarm.reliability;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
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
 */
public final class ReliabilityCodec {

    /** "WGR" and the number of the format. */
    private static final int FORMAT = 0x57475203;

    private static final int CHECKSUM_BYTES = Long.BYTES;
    private static final int LARGEST_COUNT = 1 << 24;
    private static final int LARGEST_TERMS = 1 << 10;

    private ReliabilityCodec() {}

    /** The bytes of a state. */
    public static byte[] write(ReliabilityState state) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            out.writeInt(FORMAT);
            out.writeLong(state.outcomes());
            out.writeUTF(state.version());
            writeIndex(state.categoryIndex(), out);
            writeIndex(state.answerIndex(), out);
            LearnedTerms terms = state.terms();
            List<String> agents = terms.agents();
            out.writeInt(agents.size());
            for (String agent : agents) {
                writeText(agent, out);
            }
            for (int number = 0; number < terms.size(); number++) {
                writeMember(terms.member(number), out);
            }
            writePairs(terms, out);
            CRC32C checksum = new CRC32C();
            checksum.update(bytes.toByteArray());
            out.writeLong(checksum.getValue());
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        return bytes.toByteArray();
    }

    /**
     * The state of these bytes.
     *
     * @throws IllegalArgumentException when they are no whole state of this format
     */
    public static ReliabilityState read(byte[] bytes) {
        int length = bytes.length - CHECKSUM_BYTES;
        ByteBuffer in = ByteBuffer.wrap(bytes);
        if (length < Integer.BYTES || in.getInt() != FORMAT) {
            throw new IllegalArgumentException("these " + bytes.length + " bytes are no state of reliability");
        }
        CRC32C checksum = new CRC32C();
        checksum.update(bytes, 0, length);
        if (in.getLong(length) != checksum.getValue()) {
            throw new IllegalArgumentException("the state of reliability is damaged: its checksum does not fit");
        }
        try {
            return readState(in.limit(length));
        } catch (BufferUnderflowException cut) {
            throw new IllegalArgumentException("the state of reliability ends too early, after " + bytes.length
                    + " bytes", cut);
        }
    }

    private static ReliabilityState readState(ByteBuffer in) {
        long outcomes = in.getLong();
        String version = text(in.getShort() & 0xffff, in);
        TermIndex categories = readIndex(ModelTerm.MAX_CATEGORIES, in);
        TermIndex answers = readIndex(ModelTerm.MAX_ANSWERS, in);
        LearnedTerms terms = new LearnedTerms();
        int agents = readCount(LARGEST_COUNT, in);
        for (int i = 0; i < agents; i++) {
            int _ = terms.number(readText(in));
        }
        for (int number = 0; number < terms.size(); number++) {
            readMember(terms.member(number), in);
        }
        readPairs(terms, in);
        return new ReliabilityState(terms, categories, answers, outcomes, version);
    }

    private static void writeIndex(TermIndex index, DataOutputStream out) throws IOException {
        Map<String, Long> counts = index.counts();
        out.writeInt(counts.size());
        for (Map.Entry<String, Long> count : counts.entrySet()) {
            writeText(count.getKey(), out);
            out.writeLong(count.getValue());
        }
        out.writeInt(index.names().size());
        for (String name : index.names()) {
            writeText(name, out);
        }
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

    private static void writeMember(MemberState member, DataOutputStream out) throws IOException {
        out.writeInt(member.size());
        for (int place = 0; place < member.size(); place++) {
            out.writeInt(member.term(place));
            out.writeDouble(member.mean(place));
            out.writeDouble(member.deviation(place));
        }
        out.writeInt(member.kinds());
        for (int kind = 0; kind < member.kinds(); kind++) {
            out.writeDouble(member.oddsSum(kind));
            out.writeLong(member.oddsCount(kind));
        }
        out.writeLong(member.outcomes());
        out.writeLong(member.right());
        out.writeLong(member.steps());
        out.writeLong(member.seen());
    }

    private static void readMember(MemberState member, ByteBuffer in) {
        int size = readCount(LARGEST_TERMS, in);
        for (int place = 0; place < size; place++) {
            int term = in.getInt();
            member.add(term, in.getDouble(), in.getDouble());
        }
        int kinds = readCount(CaseBallot.MAX_CONFIDENCES, in);
        for (int kind = 0; kind < kinds; kind++) {
            double sum = in.getDouble();
            member.addOdds(kind, sum, in.getLong());
        }
        long outcomes = in.getLong();
        member.addOutcomes(outcomes, in.getLong());
        long steps = in.getLong();
        member.restore(steps, in.getLong());
    }

    private static void writePairs(LearnedTerms terms, DataOutputStream out) throws IOException {
        List<IOException> failures = new ArrayList<>();
        out.writeInt(terms.pairs());
        terms.forEachPair((smaller, larger, pair) -> {
            try {
                writePair(smaller, larger, pair, out);
            } catch (IOException impossible) {
                failures.add(impossible);
            }
        });
        if (!failures.isEmpty()) {
            throw failures.getFirst();
        }
    }

    private static void writePair(int smaller, int larger, PairState pair, DataOutputStream out) throws IOException {
        out.writeInt(smaller);
        out.writeInt(larger);
        out.writeLong(pair.seen());
        out.writeLong(pair.firstAt());
        out.writeLong(pair.secondAt());
        out.writeLong(pair.together());
        out.writeLong(pair.firstRight());
        out.writeLong(pair.secondRight());
        out.writeLong(pair.bothRight());
        out.writeInt(pair.rows());
        out.writeInt(pair.columns());
        for (int row = 0; row < pair.rows(); row++) {
            for (int column = 0; column < pair.columns(); column++) {
                out.writeDouble(pair.link(row, column));
            }
        }
    }

    private static void readPairs(LearnedTerms terms, ByteBuffer in) {
        int pairs = readCount(Integer.MAX_VALUE, in);
        for (int i = 0; i < pairs; i++) {
            int smaller = readCount(terms.size() - 1, in);
            int larger = readCount(terms.size() - 1, in);
            long seen = in.getLong();
            PairState pair = new PairState();
            pair.see(seen, in.getLong(), in.getLong());
            pair.count(in.getLong(), in.getLong(), in.getLong(), in.getLong());
            int rows = readCount(terms.member(smaller).size(), in);
            int columns = readCount(terms.member(larger).size(), in);
            pair.read(rows, columns, in);
            terms.restore(smaller, larger, pair);
        }
    }

    private static int readCount(int largest, ByteBuffer in) {
        int count = in.getInt();
        if (count < 0 || count > largest) {
            throw new IllegalArgumentException("the state of reliability is damaged: a count of " + count);
        }
        return count;
    }

    private static void writeText(String text, DataOutputStream out) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        out.writeInt(bytes.length);
        out.write(bytes);
    }

    private static String readText(ByteBuffer in) {
        return text(readCount(LARGEST_COUNT, in), in);
    }

    private static String text(int length, ByteBuffer in) {
        if (length > in.remaining()) {
            throw new BufferUnderflowException();
        }
        byte[] bytes = new byte[length];
        in.get(bytes);
        return new String(bytes, StandardCharsets.UTF_8);
    }
}
