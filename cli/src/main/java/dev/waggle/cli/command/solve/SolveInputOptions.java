package dev.waggle.cli.command.solve;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;

import dev.waggle.cli.input.InputText;
import dev.waggle.cli.option.ConsensusOptions;
import dev.waggle.cli.option.PeopleOptions;
import dev.waggle.cli.option.QuestionOptions;
import dev.waggle.cli.terminal.UserException;
import dev.waggle.swarm.Task;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Flags for the input of a solve: its question, people in seats, and written or recorded deliberations. */
final class SolveInputOptions {

    @Mixin
    private QuestionOptions question = new QuestionOptions();

    @Option(names = "--task-type", paramLabel = "TYPE", description = "kind of the task, such as math, by which"
            + " reliability of agents is learned (default: that of --config, else general)")
    private @Nullable String taskType;

    @Mixin
    private PeopleOptions people = new PeopleOptions();

    @Option(names = "--play", paramLabel = "FILE", description = "a written deliberation: seats and their signals")
    private @Nullable Path play;

    @Option(names = "--episode", paramLabel = "FILE[#ID]", //
            description = "recorded episodes; all of them, with totals, when no id is given")
    private @Nullable String episode;

    @Option(names = "--cassette", paramLabel = "FILE", description = "a recorded deliberation")
    private @Nullable Path cassette;

    QuestionOptions question() {
        return question;
    }

    PeopleOptions people() {
        return people;
    }

    /** The written deliberation; {@code null} if none is named. */
    @Nullable Path play() {
        return play;
    }

    /** The file of recorded episodes, perhaps with the id of one; {@code null} if none is named. */
    @Nullable String episode() {
        return episode;
    }

    /** The recorded deliberation; {@code null} if none is named. */
    @Nullable Path cassette() {
        return cassette;
    }

    /** True for a recording, which brings its own question. */
    boolean isRecording() {
        return episode != null || cassette != null;
    }

    /** The task with the type that the flag names. */
    Task typed(Task task) {
        return ConsensusOptions.typed(task, taskType);
    }

    /**
     * Refuses flags that contradict each other.
     *
     * @param isOfOthers true if models answer, or if people alone are asked for; evaluated where no person has a seat
     * @param isResumed true for a resumed solve, which reads no question
     */
    void requireOneSource(BooleanSupplier isOfOthers, boolean isResumed) {
        int sources = (episode == null ? 0 : 1) + (cassette == null ? 0 : 1) + (play == null ? 0 : 1)
                + (people.isAsked() || isOfOthers.getAsBoolean() ? 1 : 0);
        if (question.isGiven() && isRecording()) {
            throw new UserException("a recording brings its own question, \"" + question.question()
                    + "\" would not be asked", "Omit the question and its context.");
        }
        people.refuseAnswersWithoutSeats();
        if (!isResumed && question.isFromStandardInput() && isStandardInputOfPeople()) {
            throw new UserException("the standard input cannot hold the question and the lines of people",
                    "Give the question as an argument or with @FILE, or the lines with --answers FILE.");
        }
        if (sources > 1) {
            throw new UserException("people and models, --play, --episode and --cassette exclude each other",
                    "Choose one of them.");
        }
    }

    /** True if people speak on the standard input, in a pipe or in a play. */
    private boolean isStandardInputOfPeople() {
        return people.isOnStandardInput() || (play != null && play.toString().equals(InputText.STANDARD_INPUT));
    }

    /** The files that are read. */
    List<String> inputs() {
        List<String> used = new ArrayList<>();
        Stream.of(play, cassette).filter(Objects::nonNull).forEach(path -> used.add(path.toString()));
        if (episode != null) {
            int hash = episode.lastIndexOf('#');
            used.add(hash < 0 ? episode : episode.substring(0, hash));
        }
        used.addAll(question.inputs());
        used.addAll(people.inputs());
        return used;
    }
}
