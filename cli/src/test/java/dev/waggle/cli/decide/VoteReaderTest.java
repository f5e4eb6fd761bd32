package dev.waggle.cli.decide;

import java.io.InputStream;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.LongFunction;

import dev.waggle.cli.decide.RecordColumn.Need;
import dev.waggle.cli.decide.VoteReader.VoteColumns;
import dev.waggle.cli.terminal.TerminalScreen;
import dev.waggle.cli.terminal.TextStyle;
import dev.waggle.cli.terminal.UserException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

/** Endless pipes of valid votes end at the limit, whatever grows. */
@Timeout(60)
class VoteReaderTest {

    private static final long MEMORY = 4 << 20;
    private static final int SHORT_ROW = 50;
    private static final VoteColumns COLUMNS = new VoteColumns(column("item", Need.VALUE), column("agent", Need.VALUE),
            column("answer", Need.COLUMN), column("truth", Need.NOTHING), column("category", Need.NOTHING),
            List.of(column("confidence", Need.NOTHING)));

    @Test
    void theSameVoteForEverEndsAtTheLimit() {
        assertThat(rowsUntilTheEnd(AgentPanel.all(), _ -> "q1,ada,Paris"))
                .isBetween(MEMORY / SHORT_ROW - 100, MEMORY / SHORT_ROW);
    }

    @Test
    void newItemsForEverEndAtTheLimit() {
        assertThat(rowsUntilTheEnd(AgentPanel.all(), row -> "question-" + row + ",ada,Paris")).isLessThan(30_000);
    }

    @Test
    void newAnswersForEverEndAtTheLimit() {
        assertThat(rowsUntilTheEnd(AgentPanel.all(), row -> "q1,ada,Answer-" + row)).isLessThan(20_000);
    }

    @Test
    void newAgentsOutsideThePanelForEverEndAtTheLimit() {
        assertThat(rowsUntilTheEnd(AgentPanel.of("ada"), row -> "q1,other-" + row + ",Paris")).isLessThan(40_000);
    }

    @Test
    void votesWithinTheLimitAreRead() {
        VoteReader reader = reader(new RepeatedLines(_ -> "q1,ada,Paris", 1_000));

        reader.readVotes("-", COLUMNS, AgentPanel.all(), ConfidencePolicy.STRICT);

        assertThat(reader.votes().size()).isEqualTo(1_000);
    }

    /** The number of rows that were read until the refusal, as it states. */
    private static long rowsUntilTheEnd(AgentPanel panel, LongFunction<String> rows) {
        VoteReader reader = reader(new RepeatedLines(rows, Long.MAX_VALUE));
        UserException refusal = catchThrowableOfType(UserException.class,
                () -> reader.readVotes("-", COLUMNS, panel, ConfidencePolicy.STRICT));

        assertThat(refusal).hasMessageMatching(
                "standard input has more than [0-9]+ rows, and at most 4 MiB of votes fit into the memory");
        assertThat(refusal.remedy()).contains("Split it by item", "-Xmx");
        return Long.parseLong(String.valueOf(refusal.getMessage()).replaceAll(".*than ([0-9]+) rows.*", "$1"));
    }

    private static VoteReader reader(InputStream in) {
        PrintWriter silent = new PrintWriter(Writer.nullWriter());
        return new VoteReader(new TerminalScreen(silent, silent, TextStyle.PLAIN, false), in, MEMORY);
    }

    private static RecordColumn column(String name, Need need) {
        return new RecordColumn(name, "--" + name, List.of(name), need);
    }

    /** A CSV table of so many rows. */
    private static final class RepeatedLines extends InputStream {

        private final LongFunction<String> rows;
        private final long count;
        private byte[] line = "item,agent,answer\n".getBytes(StandardCharsets.UTF_8);
        private int at;
        private long row;

        RepeatedLines(LongFunction<String> rows, long count) {
            this.rows = rows;
            this.count = count;
        }

        @Override
        public int read() {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0];
        }

        @Override
        public int read(byte[] bytes, int from, int length) {
            if (at == line.length) {
                if (row == count) {
                    return -1;
                }
                line = (rows.apply(row++) + "\n").getBytes(StandardCharsets.UTF_8);
                at = 0;
            }
            int some = Math.min(length, line.length - at);
            System.arraycopy(line, at, bytes, from, some);
            at += some;
            return some;
        }
    }
}
