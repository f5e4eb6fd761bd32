package dev.waggle.swarm.assist;

import java.util.List;

import dev.waggle.signal.harness.RunContext;
import dev.waggle.signal.json.JsonObjectBuilder;
import dev.waggle.signal.json.JsonObjectReader;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.swarm.Task;

/**
 * Condenser of the log in prompts: it summarizes a block of the oldest findings, which the rule would reduce to their
 * first sentences. Every agent whose log has that block reads the summary in their place. Thread-safe: it is asked
 * about several blocks at once.
 */
@FunctionalInterface
public interface LogCondenser {

    /**
     * Summarizes a block.
     *
     * @param context the caller, the deadline, the payer and the receiver of harness signals
     * @throws Exception when it fails; then the rule shortens the findings
     */
    Summary condense(FindingBlock block, RunContext context) throws Exception;

    /**
     * Block of findings.
     *
     * @param task the question of the solve
     * @param findings the findings, oldest first, each a JSON object on one line: ref, type, by, content and details
     * @param maxCharacters maximum number of characters of a summary; a longer one is cut
     */
    record FindingBlock(Task task, List<String> findings, int maxCharacters) {
        public FindingBlock {
            findings = List.copyOf(findings);
        }
    }

    /**
     * Summary of a block.
     *
     * @param text the summary, which names findings by their refs
     */
    record Summary(String text) {

        public Summary {
            if (text.isBlank()) {
                throw new IllegalArgumentException("a summary must not be blank");
            }
        }

        public JsonValue toJson() {
            return new JsonObjectBuilder().with("summary", text).json();
        }

        /**
         * Reads the output of {@link #toJson}, as a log holds it.
         *
         * @throws IllegalArgumentException when it is anything else; the message names the field and the value
         */
        public static Summary of(JsonValue json) {
            JsonObjectReader fields = JsonObjectReader.root("a summary of findings", json);
            Summary summary = fields.build(() -> new Summary(fields.text("summary")));
            fields.rejectUnknownFields();
            return summary;
        }
    }
}
