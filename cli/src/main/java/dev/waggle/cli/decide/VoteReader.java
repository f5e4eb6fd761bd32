package dev.waggle.cli.decide;

import java.io.InputStream;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;

import dev.waggle.cli.input.InputFile;
import dev.waggle.cli.terminal.TerminalScreen;
import dev.waggle.cli.terminal.UserException;
import dev.waggle.review.batch.VoteStore;

/** Reads votes, and truths beside or inside them. */
public final class VoteReader {

    private static final int ITEM = 0;
    private static final int AGENT = 1;
    private static final int ANSWER = 2;
    private static final int TRUTH = 3;
    private static final int CATEGORY = 4;
    private static final int CONFIDENCES = 5;
    private static final int TRUTH_OF_ITEM = 1;
    private static final int CATEGORY_OF_ITEM = 2;

    /** The other half is for reading and deciding. */
    private static final int SHARE_OF_MEMORY = 2;

    private final TerminalScreen screen;
    private final InputStream in;
    private final long maxBytes;
    private VoteStore votes = new VoteStore();
    private String file = "";
    private long confidencesSetAside;

    /** Reads votes that fit into half the memory of this process. */
    public VoteReader(TerminalScreen screen, InputStream in) {
        this(screen, in, Runtime.getRuntime().maxMemory() / SHARE_OF_MEMORY);
    }

    /** Reads votes that take at most that many bytes. */
    public VoteReader(TerminalScreen screen, InputStream in, long maxBytes) {
        this.in = in;
        this.screen = screen;
        this.maxBytes = maxBytes;
    }

    /**
     * The columns of a file of votes.
     *
     * @param truth the column of the right answers; its names may be empty, then there is none
     * @param category the column of the kinds of task; its names may be empty, then there is none
     * @param confidences the columns of stated confidences, at least one; the first is the weight of a vote
     */
    public record VoteColumns(RecordColumn item, RecordColumn agent, RecordColumn answer, RecordColumn truth,
            RecordColumn category, List<RecordColumn> confidences) {

        public VoteColumns {
            confidences = List.copyOf(confidences);
        }

        private List<RecordColumn> all() {
            return Stream.concat(Stream.of(item, agent, answer, truth, category), confidences.stream()).toList();
        }
    }

    /** Reads the votes of the panel; the path "-" is the standard input. */
    public void readVotes(String path, VoteColumns columns, AgentPanel panel, ConfidencePolicy policy) {
        readVotes(InputFile.name(path), () -> RecordFile.open(path, columns.all(), in, screen), columns, panel,
                policy);
    }

    /**
     * Reads the votes of all agents from an open stream, which is closed then. A bad confidence is refused.
     *
     * @param name its name in messages
     */
    public void readVotes(String name, InputStream rows, VoteColumns columns) {
        readVotes(name, () -> RecordFile.of(name, rows, columns.all()), columns, AgentPanel.all(),
                ConfidencePolicy.STRICT);
    }

    private void readVotes(String name, Supplier<RecordReader> open, VoteColumns columns, AgentPanel panel,
            ConfidencePolicy policy) {
        file = name;
        votes = new VoteStore(columns.confidences().size());
        ConfidenceReader confidences = new ConfidenceReader(policy, columns.confidences(), CONFIDENCES);
        long rows = 0;
        try (RecordReader records = open.get()) {
            while (records.next()) {
                requireRoom(rows);
                rows++;
                readVote(records, panel, confidences);
            }
        }
        if (rows == 0) {
            throw new UserException(file + " names columns but holds no votes", "Add a line for each vote.");
        }
        panel.requireIn(votes, file);
        confidences.finish(file, screen);
        confidencesSetAside = confidences.setAside();
    }

    /** Reads the right answers and the kinds of task of items that have votes, after the votes; warns when there are none. */
    public void readTruths(String path, RecordColumn item, RecordColumn truth, RecordColumn category) {
        long rows = 0;
        try (RecordReader records = RecordFile.open(path, List.of(item, truth, category), in, screen)) {
            while (records.next()) {
                rows++;
                readTruth(records);
            }
        }
        if (rows == 0) {
            throw new UserException(InputFile.name(path) + " names columns but holds no truths",
                    "Add a line for each item.");
        }
        if (votes.knownTruths() == 0) {
            screen.err()
                    .println("waggle: warning: " + InputFile.name(path) + " has no right answer to any item of " + file
                            + " - Check that both name the items alike.");
        }
    }

    /** The votes that were read. */
    public VoteStore votes() {
        return votes;
    }

    /** The number of confidences that count as not stated, because they were bad. */
    public long confidencesSetAside() {
        return confidencesSetAside;
    }

    private void readVote(RecordReader row, AgentPanel panel, ConfidenceReader confidences) {
        String name = row.name(ITEM);
        String agent = row.name(AGENT);
        if (!panel.admits(agent)) {
            votes.addOutsider(agent);
            return;
        }
        confidences.read(row);
        votes.add(name, agent, row.text(ANSWER), confidences.weight(), confidences.further());
        addTruth(name, row.text(TRUTH), row);
        votes.addCategory(name, row.text(CATEGORY));
    }

    /** Ends a pipe that never ends, and a file that is too long, before the memory is full. */
    private void requireRoom(long rows) {
        if (votes.size() == VoteStore.MAX_ROWS) {
            throw new UserException("more than " + VoteStore.MAX_ROWS + " votes", "Split the file by item.");
        }
        if (votes.bytes() > maxBytes) {
            throw new UserException(
                    file + " has more than " + rows + " rows, and at most " + (maxBytes >> 20)
                            + " MiB of votes fit into the memory",
                    "Split it by item, or give more memory: JAVA_TOOL_OPTIONS=-Xmx4g.");
        }
    }

    private void readTruth(RecordReader row) {
        addTruth(row.name(ITEM), row.text(TRUTH_OF_ITEM), row);
        votes.addCategory(row.name(ITEM), row.text(CATEGORY_OF_ITEM));
    }

    private void addTruth(String item, String truth, RecordReader row) {
        votes.addTruth(item, truth).ifPresent(earlier -> {
            throw new UserException(
                    row.location() + ": item " + MessageText.quote(item) + " has the truth " + MessageText.quote(truth)
                            + ", before it had " + MessageText.quote(earlier),
                    "Keep one truth for each item.");
        });
    }
}
