package dev.waggle.server.api.run;

import java.io.InputStream;
import java.util.List;

import dev.waggle.review.batch.VoteStore;
import org.jspecify.annotations.Nullable;

/** Reader of votes in CSV or JSON lines. It alone knows tables; the command that reads files has one. */
@FunctionalInterface
public interface VoteBodyReader {

    /**
     * Reads all votes.
     *
     * @param body the rows; gzip or not
     * @throws IllegalArgumentException when a row is refused; the message names its line
     */
    VoteStore read(InputStream body, VoteColumnNames columns);

    /**
     * Names of the columns; {@code null} for the usual name.
     *
     * @param item the column of the item voted on
     * @param agent the column of the voter
     * @param answer the column of the vote
     * @param confidences the columns of stated confidences; none for the usual one
     * @param truth the column of the right answer
     * @param category the column of the kind of task
     */
    record VoteColumnNames(@Nullable String item, @Nullable String agent, @Nullable String answer,
            List<String> confidences, @Nullable String truth, @Nullable String category) {

        public VoteColumnNames {
            confidences = List.copyOf(confidences);
        }
    }
}
