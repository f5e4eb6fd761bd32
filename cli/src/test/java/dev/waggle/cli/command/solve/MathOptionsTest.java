package dev.waggle.cli.command.solve;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import dev.waggle.cli.CommandRun;
import dev.waggle.swarm.lens.Lens;
import dev.waggle.swarm.lens.catalog.LensCatalog;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import static org.assertj.core.api.Assertions.assertThat;

/** Permitted effects of mathematics in {@code waggle demo} and {@code waggle solve}, and their output for people. */
class MathOptionsTest {

    /** Lines of two that disagree; the third round changes next to nothing. */
    private static final String PLAY = """
            @ann
            propose 0.9 three: Three minutes

            @bob
            propose 0.5 fifteen: Fifteen minutes

            @ann
            find 0.5 nothing new

            @bob
            vote three disagree 0.85 no

            @ann
            find 0.5 nothing new

            @bob
            vote three disagree 0.86 still no

            @ann
            find 0.5 nothing new

            @bob
            vote three disagree 0.85 still no

            @ann
            find 0.5 nothing new

            @bob
            vote three disagree 0.86 still no

            @ann
            find 0.5 nothing new

            @bob
            vote three disagree 0.85 still no

            @ann
            find 0.5 nothing new

            @bob
            find 0.5 nothing new
            """;

    @TempDir
    private Path folder;

    @Test
    void aRecordingIsWatchedAndAPlayIsSteered() {
        String log = folder.resolve("log").toString();
        CommandRun.of("demo", "--log", log);
        assertThat(opened(log)).contains("\"mathematics\":\"watching\"");
        CommandRun.of("demo", "--math", "steering", "--log", log);
        assertThat(opened(log)).contains("\"mathematics\":\"steering\"");
        played("--log", log);
        assertThat(opened(log)).contains("\"mathematics\":\"steering\"");
        played("--math", "off", "--log", log);
        assertThat(opened(log)).contains("\"lenses\":[]");
        played("--without-lens", "entropy", "--log", log);
        assertThat(opened(log)).doesNotContain("[\"entropy\"").doesNotContain("\"lenses\":[\"entropy\"");
    }

    @Test
    void refusesUnknownWords() {
        assertThat(CommandRun.of("demo", "--math", "sometimes").err()).contains("must be steering, watching or off");
        CommandRun lens = CommandRun.of("demo", "--without-lens", "entropi");
        assertThat(lens.code()).isEqualTo(2);
        assertThat(lens.err()).contains("there is no lens \"entropi\"", "Maybe entropy").hasLineCount(1);
    }

    @Test
    void theResultTellsWhatMathematicsSaw() {
        JsonNode result = JsonMapper.shared().readTree(played("--json").out());

        assertThat(result.get("mathAnalysis").propertyNames()).contains("entropy", "stoppingReason");
        assertThat(result.get("findings").isArray()).isTrue();
        assertThat(result.get("findings")).allSatisfy(found -> assertThat(found.propertyNames())
                .startsWith("round", "lens", "finding").endsWith("because"));
        assertThat(JsonMapper.shared().readTree(played("--math", "off", "--json").out()).get("mathAnalysis")
                .propertyNames()).containsExactly("stoppingReason", "withheldStop", "absent");
    }

    @Test
    void theLiveViewAndTheLogShowWhatItFinds() {
        String log = folder.resolve("log").toString();
        List<String> args = new ArrayList<>(List.of("--log", log));
        LensCatalog.all().stream().map(Lens::name).filter(name -> !name.equals("entropy"))
                .forEach(name -> args.addAll(List.of("--without-lens", name)));

        CommandRun run = played(args.toArray(String[]::new));

        assertThat(run.out()).contains("\n  uncertainty of the evidence  ██", "mathematics stops: ", "ended by ");
        String found = CommandRun.of("log", "show", log, "--type", "lens:finding").out();
        assertThat(found.lines()).hasSize(1)
                .allMatch(line -> line.contains("lens:finding entropy, settle information-gain-exhausted: 3 rounds"));
    }

    private static CommandRun played(String... more) {
        List<String> args = new ArrayList<>(List.of("solve", "How long?", "--seat", "ann|Ann", "--seat", "bob|Bob"));
        args.addAll(List.of(more));
        CommandRun run = CommandRun.fed(PLAY, args.toArray(String[]::new));
        assertThat(run.code()).as(run.toString()).isIn(0, 3);
        return run;
    }

    /** Entry of the log for the beginning of the last run. */
    private static String opened(String log) {
        return CommandRun.of("log", "show", log, "--type", "run:opened", "--json").out().lines().toList().getLast();
    }
}
