package dev.waggle.lab.quality;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.zip.GZIPInputStream;

import dev.waggle.journal.JsonText;
import dev.waggle.math.inference.AnswerBallot;
import dev.waggle.signal.json.JsonValue;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.dataformat.csv.CsvFactory;

/**
 * Recorded votes whose truth is known, by the name of their set, from the folder of the recorded data. A stated
 * confidence is the weight of a voter, cut to 0..1; a voter without one has 1. A voter without an answer abstains.
 */
final class RecordedVotes {

    /** Names of the sets of labels by people. */
    static final List<String> CROWDS = List.of("bluebird", "rte", "web", "tweet-sentiment", "product", "sp-amt",
            "zencrowd-us");
    private static final List<String> LETTERS = List.of("A", "B", "C", "D", "E", "F", "G", "H", "I", "J");
    private static final List<Integer> DYLAN_AGENTS = List.of(3, 4, 7);
    private static final int DYLAN_OPTIONS = 4;

    /** Sets of four cards, from none to all. */
    private static final int CARD_SETS = 16;

    private final Path folder;

    /** The recorded data in that folder. */
    RecordedVotes(Path folder) {
        this.folder = folder;
    }

    /** The ids of the agents of each panel. */
    Map<String, List<String>> panelAgents() throws IOException {
        Map<String, List<String>> panels = new LinkedHashMap<>();
        for (Map<String, String> row : rows("llm-panel-mmlupro/panels.csv")) {
            panels.put(cell(row, "panel"), List.of(cell(row, "agents").split(" ")));
        }
        return panels;
    }

    /** Five panels of language models that answered alone. */
    Map<String, List<RecordedQuestion>> panels() throws IOException {
        Map<String, Map<String, AnswerBallot>> votes = new LinkedHashMap<>();
        for (Map<String, String> row : rows("llm-panel-mmlupro/votes.csv.gz")) {
            int answer = LETTERS.indexOf(row.get("answer"));
            if (answer >= 0) {
                votes.computeIfAbsent(cell(row, "item"), _ -> new HashMap<>()).put(cell(row, "agent"),
                        AnswerBallot.of(answer, weight(row.get("verbal"))));
            }
        }
        Map<String, Integer> truths = new LinkedHashMap<>();
        for (Map<String, String> row : rows("llm-panel-mmlupro/items.csv.gz")) {
            truths.put(cell(row, "item"), LETTERS.indexOf(row.get("gold")));
        }
        Map<String, List<RecordedQuestion>> panels = new LinkedHashMap<>();
        panelAgents().forEach((panel, agents) -> panels.put(panel, truths.entrySet().stream().map(item -> {
            Map<String, AnswerBallot> cast = votes.getOrDefault(item.getKey(), Map.of());
            return new RecordedQuestion(LETTERS.size(), item.getValue(),
                    agents.stream().filter(cast::containsKey).map(cast::get).toList());
        }).toList()));
        return panels;
    }

    /** Seven sets of labels by people; of two labels of a person for an item the later counts. */
    Map<String, List<RecordedQuestion>> crowds() throws IOException {
        Map<String, List<RecordedQuestion>> crowds = new LinkedHashMap<>();
        for (String crowd : CROWDS) {
            Map<String, String> truths = new LinkedHashMap<>();
            for (Map<String, String> row : rows("crowd/" + crowd + "/truth.csv")) {
                truths.put(cell(row, "item"), cell(row, "truth"));
            }
            Map<String, Map<String, String>> votes = new LinkedHashMap<>();
            TreeSet<String> labels = new TreeSet<>(truths.values());
            for (Map<String, String> row : rows("crowd/" + crowd + "/label.csv")) {
                labels.add(cell(row, "label"));
                votes.computeIfAbsent(cell(row, "item"), _ -> new LinkedHashMap<>()).put(cell(row, "worker"),
                        cell(row, "label"));
            }
            List<String> options = List.copyOf(labels);
            List<RecordedQuestion> questions = new ArrayList<>();
            votes.forEach((item, cast) -> {
                String truth = truths.get(item);
                if (truth != null) {
                    questions.add(new RecordedQuestion(options.size(), options.indexOf(truth), cast.values().stream()
                            .map(label -> AnswerBallot.of(options.indexOf(label), 1)).toList()));
                }
            });
            crowds.put(crowd, questions);
        }
        return crowds;
    }

    /** Labels of people with the agents that gave them, by set; every label of a person for an item counts. */
    Map<String, RecordedCrowd> crowdAnswers() throws IOException {
        Map<String, RecordedCrowd> crowds = new LinkedHashMap<>();
        for (String crowd : CROWDS) {
            RecordedCrowd.Builder builder = new RecordedCrowd.Builder();
            for (Map<String, String> row : rows("crowd/" + crowd + "/label.csv")) {
                builder.answer(cell(row, "item"), cell(row, "worker"), cell(row, "label"));
            }
            for (Map<String, String> row : rows("crowd/" + crowd + "/truth.csv")) {
                builder.truth(cell(row, "item"), cell(row, "truth"));
            }
            crowds.put(crowd, builder.build());
        }
        return crowds;
    }

    /** Answers of language models with the agents that gave them, by panel. */
    Map<String, RecordedCrowd> panelAnswers() throws IOException {
        List<Map<String, String>> votes = rows("llm-panel-mmlupro/votes.csv.gz");
        List<Map<String, String>> items = rows("llm-panel-mmlupro/items.csv.gz");
        Map<String, RecordedCrowd> panels = new LinkedHashMap<>();
        for (Map.Entry<String, List<String>> panel : panelAgents().entrySet()) {
            RecordedCrowd.Builder builder = new RecordedCrowd.Builder();
            for (Map<String, String> row : items) {
                builder.truth(cell(row, "item"), cell(row, "gold"));
            }
            for (Map<String, String> row : votes) {
                if (panel.getValue().contains(cell(row, "agent")) && LETTERS.contains(cell(row, "answer"))) {
                    builder.answer(cell(row, "item"), cell(row, "agent"), cell(row, "answer"));
                }
            }
            panels.put(panel.getKey(), builder.build());
        }
        return panels;
    }

    /** Last answers of debates: three sets of language models, and chats of people about four cards. */
    Map<String, List<RecordedQuestion>> debates() throws IOException {
        Map<String, List<RecordedQuestion>> debates = new LinkedHashMap<>();
        for (int agents : DYLAN_AGENTS) {
            debates.put("DyLAN, " + agents + " agents",
                    episodes("llm-debate-dylan/mmlu-" + agents + "-agents.jsonl.gz", DYLAN_OPTIONS));
        }
        debates.put("DeliData", episodes("human-debate-delidata/episodes.jsonl.gz", CARD_SETS));
        return debates;
    }

    private List<RecordedQuestion> episodes(String name, int options) throws IOException {
        List<RecordedQuestion> questions = new ArrayList<>();
        try (BufferedReader lines = new BufferedReader(reader(name))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (JsonText.read(line) instanceof JsonValue.Obj(var episode)) {
                    question(episode, options).ifPresent(questions::add);
                }
            }
        }
        return questions;
    }

    private static Optional<RecordedQuestion> question(Map<String, JsonValue> episode, int options) {
        String truth = episode.get("task") instanceof JsonValue.Obj(var task) ? answer(task.get("gold")) : null;
        Map<String, String> last = new LinkedHashMap<>();
        if (episode.get("events") instanceof JsonValue.Arr(var events)) {
            for (JsonValue event : events) {
                String stated = event instanceof JsonValue.Obj(var fields) ? answer(fields.get("answer")) : null;
                if (stated != null && event instanceof JsonValue.Obj(var fields)
                        && fields.get("agent") instanceof JsonValue.Str(var agent)) {
                    last.put(agent, stated);
                }
            }
        }
        if (truth == null) {
            return Optional.empty();
        }
        List<String> named = new ArrayList<>(new TreeSet<>(last.values()));
        if (!named.contains(truth)) {
            named.add(truth); // Its place does not matter: nobody named it.
        }
        return Optional.of(new RecordedQuestion(Math.max(options, named.size()), named.indexOf(truth),
                last.values().stream().map(stated -> AnswerBallot.of(named.indexOf(stated), 1)).toList()));
    }

    /** An answer as text, a set in order; {@code null} for none. */
    static @Nullable String answer(@Nullable JsonValue value) {
        return switch (value) {
            case JsonValue.Str(String text) -> text;
            case JsonValue.Arr(var items) -> items.stream().map(JsonValue::toString).sorted().toList().toString();
            case null, default -> null;
        };
    }

    private static double weight(@Nullable String confidence) {
        return confidence == null || confidence.isBlank() ? 1 : Math.clamp(Double.parseDouble(confidence), 0, 1);
    }

    static String cell(Map<String, String> row, String column) {
        String cell = row.get(column);
        if (cell == null) {
            throw new IllegalArgumentException("there is no column " + column + ", only " + row.keySet());
        }
        return cell;
    }

    List<Map<String, String>> rows(String name) throws IOException {
        List<Map<String, String>> rows = new ArrayList<>();
        List<String> header = new ArrayList<>();
        try (Reader text = reader(name);
                JsonParser parser = new CsvFactory().createParser(ObjectReadContext.empty(), text)) {
            while (parser.nextToken() == JsonToken.START_ARRAY) {
                List<String> cells = new ArrayList<>();
                while (parser.nextToken() != JsonToken.END_ARRAY) {
                    cells.add(parser.getString());
                }
                if (header.isEmpty()) {
                    header.addAll(cells);
                } else {
                    Map<String, String> row = new HashMap<>();
                    for (int column = 0; column < Math.min(header.size(), cells.size()); column++) {
                        row.put(header.get(column), cells.get(column));
                    }
                    rows.add(row);
                }
            }
        }
        return rows;
    }

    Reader reader(String name) throws IOException {
        Path file = folder.resolve(name);
        return new InputStreamReader(name.endsWith(".gz")
                ? new GZIPInputStream(Files.newInputStream(file))
                : Files.newInputStream(file), StandardCharsets.UTF_8);
    }
}
