package dev.waggle.cli.command.review;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import dev.waggle.cli.CommandRun;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import static org.assertj.core.api.Assertions.assertThat;

/** Result of one call of {@code waggle decide}. */
record DecideRun(int code, String out, String err) {

    static DecideRun of(Object... args) {
        return of(false, args);
    }

    static DecideRun watched(Object... args) {
        return of(true, args);
    }

    /** The output with one blank for all blanks and breaks, so that it is the same for every width. */
    String text() {
        return out.strip().replaceAll("\\s+", " ");
    }

    /** The JSON document of a call with {@code --json} that must succeed. */
    static JsonNode json(Object... args) {
        List<Object> all = new ArrayList<>(List.of(args));
        all.add("--json");
        DecideRun run = of(all.toArray());
        if (run.code() != 0) {
            throw new AssertionError(run);
        }
        return JsonMapper.shared().readTree(run.out());
    }

    /** Requires that a call with these flags is refused in one line, which names the problem and the remedy. */
    static void requireRefused(Path votes, String flags, String problem, String remedy) {
        List<Object> args = new ArrayList<>(List.of(votes));
        args.addAll(List.of(flags.split(" ", -1)));
        DecideRun run = of(args.toArray());

        assertThat(run.code()).isEqualTo(2);
        assertThat(run.out() + run.err()).contains(problem, remedy).hasLineCount(1);
    }

    private static DecideRun of(boolean interactive, Object... args) {
        List<String> words = new ArrayList<>(List.of("decide"));
        for (Object arg : args) {
            words.add(arg.toString());
        }
        CommandRun run = CommandRun.run("", interactive, words.toArray(String[]::new));
        return new DecideRun(run.code(), run.out(), run.err());
    }
}
