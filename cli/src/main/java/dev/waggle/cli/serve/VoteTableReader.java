package dev.waggle.cli.serve;

import java.io.InputStream;
import java.io.PrintWriter;
import java.io.Writer;
import java.util.List;

import dev.waggle.cli.decide.RecordColumn;
import dev.waggle.cli.decide.RecordColumn.Need;
import dev.waggle.cli.decide.VoteReader;
import dev.waggle.cli.decide.VoteReader.VoteColumns;
import dev.waggle.cli.terminal.TerminalScreen;
import dev.waggle.cli.terminal.TextStyle;
import dev.waggle.cli.terminal.UserException;
import dev.waggle.review.batch.VoteStore;
import dev.waggle.server.api.run.DecideApi;
import dev.waggle.server.api.run.VoteBodyReader;
import dev.waggle.swarm.reliability.CaseBallot;
import org.jspecify.annotations.Nullable;

/** Reader of votes in the body of a request by the tables of {@code waggle decide}. Thread-safe. */
public final class VoteTableReader implements VoteBodyReader {

    /** Part of the memory that the votes of all bodies may take; a decision needs as much again. */
    private static final int SHARE_OF_MEMORY = 4;

    private final long maxBytes;

    /** Reads bodies that together fit into a quarter of the memory of this process. */
    public VoteTableReader() {
        this(Runtime.getRuntime().maxMemory() / SHARE_OF_MEMORY / DecideApi.MAX_BATCHES);
    }

    VoteTableReader(long maxBytes) {
        this.maxBytes = maxBytes;
    }

    @Override
    public VoteStore read(InputStream body, VoteColumnNames columns) {
        PrintWriter silent = new PrintWriter(Writer.nullWriter());
        VoteReader reader = new VoteReader(new TerminalScreen(silent, silent, TextStyle.PLAIN, false),
                InputStream.nullInputStream(), maxBytes);
        try {
            reader.readVotes("the body", body, columns(columns));
            return reader.votes();
        } catch (UserException refused) {
            throw new IllegalArgumentException(refused.getMessage() + "\n" + refused.remedy(), refused);
        }
    }

    private static VoteColumns columns(VoteColumnNames names) {
        return new VoteColumns(column("item", names.item(), Need.VALUE, "item"),
                column("agent", names.agent(), Need.VALUE, "agent", "worker"),
                column("answer", names.answer(), Need.COLUMN, "answer", "label"),
                column("truth", names.truth(), named(names.truth()), "truth", "gold"),
                column("category", names.category(), named(names.category()), "category"), confidences(names));
    }

    private static List<RecordColumn> confidences(VoteColumnNames names) {
        List<String> given = names.confidences();
        if (given.isEmpty()) {
            return List.of(column("confidence", null, Need.NOTHING, "confidence"));
        }
        if (given.size() > CaseBallot.MAX_CONFIDENCES || given.stream().anyMatch(String::isBlank)
                || given.stream().distinct().count() < given.size()) {
            throw new UserException("the parameter confidence names 1 to " + CaseBallot.MAX_CONFIDENCES
                    + " columns, each once, got " + String.join(",", given), "Separate them by commas.");
        }
        return given.stream().map(name -> column("confidence", name, Need.COLUMN, name)).toList();
    }

    private static Need named(@Nullable String name) {
        return name == null ? Need.NOTHING : Need.COLUMN;
    }

    private static RecordColumn column(String noun, @Nullable String name, Need need, String... usual) {
        return new RecordColumn(noun, "the parameter " + noun, name == null ? List.of(usual) : List.of(name), need);
    }
}
