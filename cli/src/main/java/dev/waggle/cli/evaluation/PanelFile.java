package dev.waggle.cli.evaluation;

import java.io.InputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import dev.waggle.cli.decide.MessageText;
import dev.waggle.cli.decide.RecordColumn;
import dev.waggle.cli.decide.RecordColumn.Need;
import dev.waggle.cli.decide.RecordFile;
import dev.waggle.cli.decide.RecordReader;
import dev.waggle.cli.input.InputFile;
import dev.waggle.cli.terminal.TerminalScreen;
import dev.waggle.cli.terminal.UserException;
import dev.waggle.review.evaluation.EvaluationSet;
import dev.waggle.signal.text.Suggestions;

/** File of panels: a row with a name and the ids of agents, with blanks or commas between. */
final class PanelFile {

    private static final List<RecordColumn> COLUMNS = List.of(
            new RecordColumn("panel", "--panels", List.of("panel"), Need.VALUE),
            new RecordColumn("agents", "--panels", List.of("agents"), Need.VALUE));

    private PanelFile() {}

    /** The panels of a set, in the order of the file. */
    static List<EvaluationSet> panels(String path, EvaluationSet set, InputStream in, TerminalScreen screen) {
        Map<String, List<String>> panels = new LinkedHashMap<>();
        try (RecordReader records = RecordFile.open(path, COLUMNS, in, screen)) {
            while (records.next()) {
                List<String> agents = ids(records.name(1));
                requireIn(agents, set, records.location());
                if (panels.put(records.name(0), agents) != null) {
                    throw new UserException(
                            records.location() + ": there is a panel " + MessageText.quote(records.name(0))
                                    + " already",
                            "Give every panel a name of its own.");
                }
            }
        }
        if (panels.isEmpty()) {
            throw new UserException(InputFile.name(path) + " names columns but holds no panels",
                    "Add a line for each panel, such as small,1 2 3.");
        }
        List<EvaluationSet> sets = new ArrayList<>();
        panels.forEach((name, agents) -> sets.add(set.ofAgents(name, agents)));
        return sets;
    }

    /** Ids of a list with commas or blanks between. */
    static List<String> ids(String list) {
        return Arrays.stream(list.strip().split("[,\\s]+")).filter(id -> !id.isEmpty()).distinct().toList();
    }

    /** Refuses agents without a row. */
    static void requireIn(List<String> agents, EvaluationSet set, String place) {
        List<String> unknown = agents.stream().filter(id -> !set.agents().contains(id)).toList();
        if (!unknown.isEmpty()) {
            String near = Suggestions.nearest(unknown.getFirst(), set.agents())
                    .map(id -> "Maybe " + MessageText.quote(id) + "? ").orElse("");
            throw new UserException(place + " names " + MessageText.list(unknown) + ", of whom " + set.name()
                    + " has no row", near + "It has " + MessageText.list(set.agents()) + ".");
        }
    }
}
