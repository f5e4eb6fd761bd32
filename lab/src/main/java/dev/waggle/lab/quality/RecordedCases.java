package dev.waggle.lab.quality;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

import dev.waggle.journal.JsonText;
import dev.waggle.lab.quality.RecordedCase.Stated;
import dev.waggle.signal.json.JsonValue;
import org.jspecify.annotations.Nullable;

/** Recorded decisions with truths, agent by agent, from the folder of the recorded data. */
final class RecordedCases {

    private static final int LETTERS = 10;
    private static final int DYLAN_OPTIONS = 4;
    private static final int CARD_SETS = 16;
    private static final int VERDICTS = 3;

    private final RecordedVotes votes;

    RecordedCases(Path folder) {
        votes = new RecordedVotes(folder);
    }

    /** Five panels of language models; their confidences in the order of these columns. */
    Map<String, List<RecordedCase>> panels(List<String> confidences) throws IOException {
        Map<String, Map<String, Stated>> cast = new HashMap<>();
        for (Map<String, String> row : votes.rows("llm-panel-mmlupro/votes.csv.gz")) {
            String answer = row.getOrDefault("answer", "");
            if (answer.length() == 1 && answer.charAt(0) >= 'A' && answer.charAt(0) < 'A' + LETTERS) {
                cast.computeIfAbsent(RecordedVotes.cell(row, "item"), _ -> new HashMap<>()).put(
                        RecordedVotes.cell(row, "agent"),
                        new Stated(answer, confidences.stream().map(column -> confidence(row.get(column))).toList()));
            }
        }
        List<Map<String, String>> items = votes.rows("llm-panel-mmlupro/items.csv.gz");
        Map<String, List<RecordedCase>> panels = new LinkedHashMap<>();
        votes.panelAgents().forEach((panel, agents) -> panels.put(panel, items.stream().map(item -> {
            Map<String, Stated> all = cast.getOrDefault(RecordedVotes.cell(item, "item"), Map.of());
            Map<String, Stated> own = new LinkedHashMap<>();
            agents.stream().filter(all::containsKey).forEach(agent -> own.put(agent, all.get(agent)));
            return RecordedCase.of(RecordedVotes.cell(item, "item"), RecordedVotes.cell(item, "category"),
                    agents.size(), LETTERS, own, Map.of(), RecordedVotes.cell(item, "gold"), true);
        }).toList()));
        return panels;
    }

    /** Debates, with the first and the last answer of each agent. */
    Map<String, List<RecordedCase>> debates() throws IOException {
        Map<String, List<RecordedCase>> debates = new LinkedHashMap<>();
        for (int agents : List.of(3, 4, 7)) {
            debates.put("DyLAN, " + agents + " agents",
                    episodes("llm-debate-dylan/mmlu-" + agents + "-agents.jsonl.gz", DYLAN_OPTIONS, true));
        }
        debates.put("DeliData", episodes("human-debate-delidata/episodes.jsonl.gz", CARD_SETS, true));
        return debates;
    }

    /** Verdicts of five models in two orders, ten judges; a tie is an answer. */
    List<RecordedCase> judges() throws IOException {
        return episodes("llm-judges-prd/episodes.jsonl.gz", VERDICTS, false);
    }

    private List<RecordedCase> episodes(String name, int options, boolean isDebate) throws IOException {
        List<RecordedCase> cases = new ArrayList<>();
        try (BufferedReader lines = new BufferedReader(votes.reader(name))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (JsonText.read(line) instanceof JsonValue.Obj(var episode)) {
                    episode(episode, options, isDebate).ifPresent(cases::add);
                }
            }
        }
        return cases;
    }

    private static Optional<RecordedCase> episode(Map<String, JsonValue> episode, int options, boolean isDebate) {
        String truth = episode.get("task") instanceof JsonValue.Obj(var task)
                ? RecordedVotes.answer(task.get("gold")) : null;
        if (truth == null) {
            return Optional.empty();
        }
        Set<String> panel = new LinkedHashSet<>();
        if (episode.get("agents") instanceof JsonValue.Arr(var agents)) {
            agents.forEach(agent -> panel.add(text(agent, "id")));
        }
        Map<String, Stated> last = new LinkedHashMap<>();
        Map<String, String> first = new LinkedHashMap<>();
        if (episode.get("events") instanceof JsonValue.Arr(var events)) {
            for (JsonValue event : events) {
                String stated = event instanceof JsonValue.Obj(var fields)
                        ? RecordedVotes.answer(fields.get("answer")) : null;
                String agent = isDebate ? text(event, "agent") : text(event, "agent") + "/" + text(event, "order");
                if (stated != null) {
                    last.put(agent, new Stated(stated, List.of()));
                    first.putIfAbsent(agent, stated);
                }
            }
        }
        return Optional.of(RecordedCase.of(text(new JsonValue.Obj(episode), "id"), "", panel.size(), options, last,
                isDebate ? first : Map.of(), truth, true));
    }

    private static String text(JsonValue value, String field) {
        return switch (value instanceof JsonValue.Obj(var fields) ? fields.get(field) : null) {
            case JsonValue.Str(String text) -> text;
            case null -> "";
            case JsonValue other -> other.toString();
        };
    }

    private static double confidence(@Nullable String cell) {
        try {
            double value = cell == null || cell.isBlank() ? Double.NaN : Double.parseDouble(cell);
            return value >= 0 && value <= 1 ? value : Double.NaN;
        } catch (NumberFormatException unreadable) {
            return Double.NaN;
        }
    }
}
