package dev.waggle.journal.schema;

import java.util.List;
import java.util.stream.Collectors;

import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.tool.Tool;
import dev.waggle.signal.tool.ToolCaller;
import dev.waggle.signal.tool.ToolDefinition;
import dev.waggle.signal.tool.ToolOutcome;

/** Tool that is called only with valid input by its schema; any other input is a failed outcome with the reason. */
public final class CheckedTool implements Tool {

    /** Maximum number of violations that an outcome names: enough to repair a call, not a list to read out. */
    private static final int MAX_LISTED = 10;

    private final Tool tool;
    private final ForeignSchema schema;

    private CheckedTool(Tool tool, ForeignSchema schema) {
        this.tool = tool;
        this.schema = schema;
    }

    /**
     * That tool behind the check.
     *
     * @throws IllegalArgumentException when its input schema cannot be used; the message gives the reason
     */
    public static CheckedTool of(Tool tool) {
        return of(tool, ForeignSchema.of(tool.definition().inputSchema()));
    }

    /** That tool behind the check of a schema that was read before. */
    public static CheckedTool of(Tool tool, ForeignSchema schema) {
        return new CheckedTool(tool, schema);
    }

    @Override
    public ToolDefinition definition() {
        return tool.definition();
    }

    @Override
    public ToolOutcome call(ToolCaller caller, JsonValue input) throws InterruptedException {
        List<SchemaViolation> violations = schema.check(input);
        return violations.isEmpty() ? tool.call(caller, input) : new ToolOutcome.Failed(refusal(violations));
    }

    private String refusal(List<SchemaViolation> violations) {
        String named = violations.stream().limit(MAX_LISTED).map(SchemaViolation::toString)
                .collect(Collectors.joining("; "));
        int more = violations.size() - MAX_LISTED;
        return "the arguments of " + definition().name() + " are refused: " + named
                + (more > 0 ? "; and " + more + " more" : "");
    }
}
