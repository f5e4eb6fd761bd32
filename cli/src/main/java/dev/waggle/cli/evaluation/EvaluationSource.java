package dev.waggle.cli.evaluation;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

import dev.waggle.cli.decide.MessageText;
import dev.waggle.cli.decide.RecordFile;
import dev.waggle.cli.input.InputFile;
import dev.waggle.cli.input.LineReader;
import dev.waggle.cli.terminal.TerminalScreen;
import dev.waggle.cli.terminal.UserException;
import dev.waggle.journal.JsonText;
import dev.waggle.review.evaluation.EvaluationSet;
import dev.waggle.review.evaluation.EvaluationSetBuilder;
import dev.waggle.signal.json.JsonValue;
import org.jspecify.annotations.Nullable;

/**
 * Source of the sets to evaluate: files of ballots, files of episodes, and folders of both. A folder of ballots has the
 * files {@code votes} or {@code label}, {@code truth} or {@code items}, and maybe {@code panels}, each as CSV or JSON
 * lines, gzip or not. Other folders are searched.
 */
public final class EvaluationSource {

    private static final String STANDARD = "-";
    private static final int MAX_LINE = 8 << 20;

    /** Levels of folders below the named one that are searched. */
    private static final int MAX_DEPTH = 3;

    private static final List<String> BALLOTS = List.of("votes", "label", "labels", "answers");
    private static final List<String> TRUTHS = List.of("truth", "truths", "items", "gold");
    private static final List<String> ENDINGS = List.of(".csv", ".csv.gz", ".jsonl", ".jsonl.gz");

    private final TerminalScreen screen;
    private final InputStream in;
    private final EvaluationColumns columns;
    private final Choice choice;
    private final List<EvaluationSet> sets = new ArrayList<>();

    /**
     * Choices of the user; {@code null} where there is none.
     *
     * @param truth file of truths
     * @param agents list of the agents that count
     * @param panels file of panels
     */
    public record Choice(@Nullable String truth, @Nullable String agents, @Nullable String panels) {}

    public EvaluationSource(TerminalScreen screen, InputStream in, EvaluationColumns columns, Choice choice) {
        this.screen = screen;
        this.in = in;
        this.columns = columns;
        this.choice = choice;
    }

    /** The sets of these files and folders; refuses a set without any known truth. */
    public List<EvaluationSet> read(List<String> paths) {
        for (String path : paths) {
            readPath(path);
        }
        for (EvaluationSet set : sets) {
            requireTruths(set);
        }
        return List.copyOf(sets);
    }

    private void readPath(String path) {
        if (path.equals(STANDARD) || !Files.isDirectory(place(path))) {
            readFile(path);
            return;
        }
        int before = sets.size();
        readFolder(place(path), 0);
        if (sets.size() == before) {
            throw new UserException(path + " holds no set: no votes, no labels and no episodes",
                    "Name a file, or a folder with votes.csv and truth.csv.");
        }
    }

    private static Path place(String path) {
        try {
            return Path.of(path);
        } catch (InvalidPathException bad) {
            throw new UserException("no such file: " + path, "Check the path.");
        }
    }

    private void readFile(String path) {
        if (!path.equals(STANDARD) && holdsEpisodes(path)) {
            readEpisodes(path);
        } else {
            readBallots(path, choice.truth(), choice.panels());
        }
    }

    private void readFolder(Path folder, int depth) {
        Optional<Path> ballots = named(folder, BALLOTS);
        if (ballots.isPresent()) {
            String truth = choice.truth() == null
                    ? named(folder, TRUTHS).map(Path::toString).orElse(null)
                    : choice.truth();
            boolean hasPanels = choice.panels() == null && choice.agents() == null;
            String panels = hasPanels
                    ? named(folder, List.of("panels")).map(Path::toString).orElse(null)
                    : choice.panels();
            readBallots(ballots.get().toString(), truth, panels);
        }
        for (Path entry : entries(folder)) {
            if (Files.isDirectory(entry)) {
                if (depth < MAX_DEPTH) {
                    readFolder(entry, depth + 1);
                }
            } else if (isJsonLines(entry) && !ballots.equals(Optional.of(entry)) && holdsEpisodes(entry.toString())) {
                readEpisodes(entry.toString());
            }
        }
    }

    private static boolean isJsonLines(Path file) {
        String name = file.toString().toLowerCase(Locale.ROOT);
        return name.endsWith(".jsonl") || name.endsWith(".jsonl.gz");
    }

    private static List<Path> entries(Path folder) {
        try (Stream<Path> entries = Files.list(folder)) {
            return entries.sorted().toList();
        } catch (IOException failed) {
            throw UserException.of(new UncheckedIOException("could not read the folder " + folder, failed));
        }
    }

    private static Optional<Path> named(Path folder, List<String> names) {
        return names.stream().flatMap(name -> ENDINGS.stream().map(ending -> folder.resolve(name + ending)))
                .filter(Files::isRegularFile).findFirst();
    }

    /** True if the first line is a JSON object with events. */
    private boolean holdsEpisodes(String path) {
        try (LineReader lines = new LineReader(InputFile.open(path, in, screen, MAX_LINE))) {
            Optional<String> line = lines.next();
            while (line.isPresent() && line.get().isBlank()) {
                line = lines.next();
            }
            return line.isPresent() && line.get().stripLeading().startsWith("{")
                    && JsonText.read(line.get()) instanceof JsonValue.Obj object
                    && object.fields().containsKey("events");
        } catch (IllegalArgumentException notJson) {
            return false;
        }
    }

    private void readEpisodes(String path) {
        EvaluationSet set = ofPanel(EpisodeSetReader.read(name(path), path, in, screen), panelOf(choice.agents()));
        requireAnyBallot(set);
        sets.add(set);
    }

    private void readBallots(String path, @Nullable String truth, @Nullable String panels) {
        EvaluationSetBuilder builder = new EvaluationSetBuilder(name(path), columns.kinds());
        List<String> panel = panelOf(choice.agents());
        long outside = BallotFile.readBallots(InputFile.name(path), RecordFile.open(path, columns.ofBallots(), in,
                screen),
                columns.confidences().size(), builder);
        if (outside > 0) {
            screen.warn(MessageText.count(outside, "confidence") + " of " + InputFile.name(path)
                    + " outside 0..1 count as not stated - Write percentages as fractions, 0.85 for 85 %.");
        }
        if (truth != null) {
            BallotFile.readTruths(InputFile.name(truth), RecordFile.open(truth, columns.ofTruths(), in, screen),
                    builder);
        }
        EvaluationSet set = ofPanel(builder.build(), panel);
        requireAnyBallot(set);
        if (panels == null) {
            sets.add(set);
        } else {
            sets.addAll(PanelFile.panels(panels, set, in, screen));
        }
    }

    private static List<String> panelOf(@Nullable String list) {
        if (list == null) {
            return List.of();
        }
        List<String> ids = PanelFile.ids(list);
        if (ids.isEmpty()) {
            throw new UserException("--agents " + MessageText.quote(list) + " names no agent",
                    "Give ids with commas between, such as --agents 0,1,2.");
        }
        return ids;
    }

    /** The set of the agents of a list, or the whole set without one. */
    private static EvaluationSet ofPanel(EvaluationSet set, List<String> panel) {
        if (panel.isEmpty()) {
            return set;
        }
        PanelFile.requireIn(panel, set, "--agents");
        return set.ofAgents(set.name(), panel);
    }

    private static void requireAnyBallot(EvaluationSet set) {
        if (set.ballots() == 0) {
            throw new UserException(set.name() + " holds no answer: all rows are abstentions",
                    "Name the column of answers with --answer.");
        }
    }

    private static void requireTruths(EvaluationSet set) {
        if (set.known().length == 0) {
            throw new UserException(set.name() + " has no known truth, so no rule can be judged",
                    "Give --truth FILE with the columns item and truth, or --truth-column COL.");
        }
    }

    /** Name of the set of a file: without endings, and that of the folder for a file with a usual name. */
    static String name(String path) {
        if (path.equals(STANDARD)) {
            return "standard input";
        }
        Path file = Path.of(path);
        Path last = file.getFileName();
        String name = last == null ? path : last.toString();
        for (String ending : List.of(".gz", ".csv", ".jsonl", ".json")) {
            name = name.endsWith(ending) ? name.substring(0, name.length() - ending.length()) : name;
        }
        Path folder = file.toAbsolutePath().normalize().getParent();
        boolean isUsual = BALLOTS.contains(name) || name.equals("episodes");
        Path parent = folder == null ? null : folder.getFileName();
        return isUsual && parent != null ? parent.toString() : name;
    }
}
