package dev.waggle.lab.memory;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.zip.GZIPInputStream;

import dev.waggle.journal.JsonText;
import dev.waggle.signal.json.JsonValue;
import org.jspecify.annotations.Nullable;

/** Recorded questions and texts of agents, from the folder of the recorded data. */
final class RecordedTexts {

    /** Letters of a text that count: a memory is a statement and no essay. */
    static final int LETTERS = 400;

    private static final int SHORTEST = 40;
    private static final Pattern BLANKS = Pattern.compile("\\s+");
    private static final Pattern SENTENCE_END = Pattern.compile("(?<=[.!?]) (?=[A-Z])");
    private static final List<
            String> OTHERS = List.of("llm-debate-dylan/mmlu-3-agents", "llm-debate-dylan/mmlu-4-agents",
                    "llm-debate-dylan/mmlu-7-agents", "llm-judges-prd/episodes", "human-debate-delidata/episodes");

    private final Path folder;

    RecordedTexts(Path folder) {
        this.folder = folder;
    }

    /** Debates of that many language models about questions with four answers. */
    List<RecordedDebate> debates(int agents) throws IOException {
        return read("llm-debate-dylan/mmlu-" + agents + "-agents");
    }

    /** Questions with ten answers that language models answered alone, with their reasons. */
    List<RecordedDebate> reasons() throws IOException {
        return read("llm-reasons-mmlupro/episodes");
    }

    /**
     * Different texts of all sets but {@link #reasons()}: whole statements of agents, then their sentences.
     *
     * @param atMost the maximum number
     */
    List<String> statements(int atMost) throws IOException {
        Set<String> whole = new LinkedHashSet<>();
        Set<String> sentences = new LinkedHashSet<>();
        for (String name : OTHERS) {
            for (Map<String, JsonValue> episode : episodes(name)) {
                for (Map<String, JsonValue> event : events(episode)) {
                    String text = text(event.get("text"));
                    if (text.length() >= SHORTEST) {
                        whole.add(cut(text));
                        SENTENCE_END.splitAsStream(text).filter(sentence -> sentence.length() >= SHORTEST)
                                .forEach(sentence -> sentences.add(cut(sentence)));
                    }
                }
            }
        }
        whole.addAll(sentences);
        return whole.stream().limit(atMost).toList();
    }

    private List<RecordedDebate> read(String name) throws IOException {
        List<RecordedDebate> debates = new ArrayList<>();
        for (Map<String, JsonValue> episode : episodes(name)) {
            debate(episode).ifPresent(debates::add);
        }
        return debates;
    }

    private static Optional<RecordedDebate> debate(Map<String, JsonValue> episode) {
        if (!(episode.get("task") instanceof JsonValue.Obj(var task))
                || !(task.get("options") instanceof JsonValue.Arr(var options))) {
            return Optional.empty();
        }
        int truth = place(task.get("gold"), options.size());
        Map<String, RecordedAnswer> last = new LinkedHashMap<>();
        for (Map<String, JsonValue> event : events(episode)) {
            String agent = text(event.get("agent"));
            last.put(agent, new RecordedAnswer(agent, place(event.get("answer"), options.size()),
                    cut(text(event.get("text")))));
        }
        return truth < 0 ? Optional.empty() : Optional.of(new RecordedDebate(text(episode.get("id")),
                text(task.get("question")), options.stream().map(RecordedTexts::text).toList(), truth,
                List.copyOf(last.values())));
    }

    /** The place of a letter among the options; -1 if it is none of them. */
    private static int place(@Nullable JsonValue answer, int options) {
        String letter = text(answer);
        int place = letter.length() == 1 ? letter.charAt(0) - 'A' : -1;
        return place < options ? place : -1;
    }

    private static String text(@Nullable JsonValue value) {
        return value instanceof JsonValue.Str(String text) ? BLANKS.matcher(text).replaceAll(" ").strip() : "";
    }

    private static String cut(String text) {
        return text.length() <= LETTERS ? text : text.substring(0, LETTERS);
    }

    private static List<Map<String, JsonValue>> events(Map<String, JsonValue> episode) {
        List<Map<String, JsonValue>> events = new ArrayList<>();
        if (episode.get("events") instanceof JsonValue.Arr(var items)) {
            for (JsonValue item : items) {
                if (item instanceof JsonValue.Obj(var fields)) {
                    events.add(fields);
                }
            }
        }
        return events;
    }

    private List<Map<String, JsonValue>> episodes(String name) throws IOException {
        List<Map<String, JsonValue>> episodes = new ArrayList<>();
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(new GZIPInputStream(
                Files.newInputStream(folder.resolve(name + ".jsonl.gz"))), StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (JsonText.read(line) instanceof JsonValue.Obj(var episode)) {
                    episodes.add(episode);
                }
            }
        }
        return episodes;
    }
}
