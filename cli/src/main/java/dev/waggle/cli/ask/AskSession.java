package dev.waggle.cli.ask;

import java.io.InputStream;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.IntConsumer;

import dev.waggle.cli.decide.MessageText;
import dev.waggle.cli.models.ModelsFile;
import dev.waggle.cli.models.UnavailableModels;
import dev.waggle.cli.terminal.ProgressBar;
import dev.waggle.cli.terminal.ShutdownHook;
import dev.waggle.cli.terminal.TerminalScreen;
import dev.waggle.cli.terminal.UserException;
import dev.waggle.connect.llm.LiveModels;
import dev.waggle.journal.tape.ResumableRecording;
import dev.waggle.journal.userfile.AtomicFile;
import dev.waggle.journal.userfile.OutputTarget;
import dev.waggle.signal.harness.Harness;
import dev.waggle.signal.text.PlainLocale;
import dev.waggle.signal.world.World;
import dev.waggle.swarm.harness.BreakerPolicy;
import dev.waggle.swarm.harness.call.CircuitBreakerRegistry;
import org.jspecify.annotations.Nullable;

/** Questions of a file asked under the flags of a command: estimate, calls, recording and votes. */
final class AskSession {

    /** Output of a usual answer in tokens, without thinking and with it. */
    private static final int USUAL_OUTPUT = 30;

    private static final int USUAL_THOUGHT = 800;

    private final TerminalScreen screen;
    private final AskOptions options;

    AskSession(TerminalScreen screen, AskOptions options) {
        this.screen = screen;
        this.options = options;
    }

    /**
     * Asks the questions of a file.
     *
     * @param panel the file of models
     * @param replay the recording to replay; {@code null} to ask models
     * @return the answers; empty if only the cost was estimated
     */
    Optional<AskOutcome> outcome(Path panel, String file, InputStream in, @Nullable Path replay,
            Map<String, String> environment) {
        List<PanelQuestion> questions = QuestionFile.read(file, in, screen);
        try (PanelModels models = PanelModels.read(panel, ModelsFile.of(options.modelsFile, environment),
                environment)) {
            SampleChoice choice = SampleChoice.of(options.sample, models.names());
            LiveModels live = new LiveModels(models.catalog(),
                    new CircuitBreakerRegistry(BreakerPolicy.DEFAULTS, World.system()));
            List<Harness> harnesses = models.names().stream().map(live::harness).toList();
            Optional<AskBudget> budget = budget(panel, harnesses, models.names(), replay);
            Path recording = recording(file);
            try (ResumableRecording calls = replay == null
                    ? ResumableRecording.open(recording, World.system(), this::reportFault)
                    : ResumableRecording.replay(replay)) {
                ModelCaller caller = new ModelCaller(calls, models.catalog().prices(),
                        budget.orElse(AskBudget.parse("none")), World.system(), options.temperature);
                Asking asking = new Asking(questions, models, harnesses, caller);
                long open = asking.open();
                if (replay == null) {
                    asking.estimate(open);
                }
                if (budget.isEmpty()) {
                    screen.err().println("No model was asked. Add --budget with a limit, such as --budget 5usd.");
                    return Optional.empty();
                }
                if (replay == null && open > 0) {
                    asking.requireAvailable();
                }
                AskOutcome outcome = asking.run(fileName(file), budget.get(), choice);
                if (replay == null) {
                    writeVotes(calls.file(), outcome);
                }
                return Optional.of(outcome);
            }
        } finally {
            screen.printWarnings();
        }
    }

    private static String fileName(String file) {
        return String.valueOf(Path.of(file).getFileName());
    }

    private Path recording(String file) {
        if (options.record != null) {
            return options.record;
        }
        return file.equals("-") ? Path.of("questions.calls.jsonl") : Path.of(file + ".calls.jsonl");
    }

    /** The limit of the calls; empty if it is missing and calls cost something. */
    private Optional<AskBudget> budget(Path panel, List<Harness> models, List<String> names, @Nullable Path replay) {
        if (replay != null) {
            return Optional.of(AskBudget.parse("none"));
        }
        if (options.budget == null) {
            boolean isFree = models.stream().allMatch(model -> model.pricing()
                    .filter(price -> price.inputPerMillion() == 0 && price.outputPerMillion() == 0).isPresent());
            return isFree ? Optional.of(AskBudget.parse("none")) : Optional.empty();
        }
        AskBudget budget = AskBudget.parse(options.budget);
        for (int i = 0; i < models.size(); i++) {
            if (budget.usd() != null && models.get(i).pricing().isEmpty()) {
                throw new UserException("no price of " + names.get(i) + " is known, so --budget could not hold",
                        "Add it to prices in the models file: \"prices\": {\"" + models.get(i).model()
                                + "\": {\"inputPerMillion\": 1.0, \"outputPerMillion\": 4.0}}, or use --budget none. "
                                + panel + " names the model.");
            }
        }
        return Optional.of(budget);
    }

    private void reportFault(UncheckedIOException fault) {
        screen.err().println("waggle: " + fault.getMessage());
        screen.err().flush();
    }

    private void writeVotes(Path recording, AskOutcome outcome) {
        Path votes = recording.resolveSibling(recording.getFileName() + ".votes.csv");
        try (AtomicFile whole = AtomicFile.open(OutputTarget.of(votes), AtomicFile.FileAccess.USUAL)) {
            PrintWriter out = new PrintWriter(whole.stream(), false, StandardCharsets.UTF_8);
            AskedVotes.write(out, outcome);
            out.flush();
            whole.commit();
        } catch (UncheckedIOException failed) {
            throw new UserException(votes + " cannot be written: " + failed.getMessage(),
                    "The answers are in " + recording + ".");
        }
        screen.err().println("recorded in " + recording + ", votes in " + votes);
    }

    /** Questions and models of a session. */
    private final class Asking {

        private final List<PanelQuestion> questions;
        private final PanelModels models;
        private final List<Harness> harnesses;
        private final ModelCaller caller;

        Asking(List<PanelQuestion> questions, PanelModels models, List<Harness> harnesses, ModelCaller caller) {
            this.questions = questions;
            this.models = models;
            this.harnesses = harnesses;
            this.caller = caller;
        }

        private QuestionRunner runner(AtomicBoolean stopped, IntConsumer progress) {
            return new QuestionRunner(questions, models.names(), harnesses, new AskRun(caller, stopped, progress),
                    caller);
        }

        private List<ModelCaller.Call> openCalls() {
            QuestionRunner runner = runner(new AtomicBoolean(), _ -> {
            });
            List<ModelCaller.Call> calls = new ArrayList<>();
            for (int question = 0; question < questions.size(); question++) {
                runner.council(question).stream().filter(call -> !caller.isRecorded(call)).forEach(calls::add);
            }
            return calls;
        }

        long open() {
            return openCalls().size();
        }

        void estimate(long open) {
            double usual = 0;
            double most = 0;
            for (ModelCaller.Call call : openCalls()) {
                usual += caller.usual(call,
                        call.live().capabilities().thinks() ? USUAL_THOUGHT : USUAL_OUTPUT);
                most += caller.most(call);
            }
            boolean isDoubled = !options.sample.equals(SampleChoice.NONE);
            screen.err().println(String.format(PlainLocale.NONE,
                    "%s to %s: %d calls are open, about $%.4f, at most $%.4f%s; $%.4f spent before",
                    MessageText.count(questions.size(), "question"), MessageText.count(harnesses.size(), "model"), open,
                    usual, most, isDoubled ? "; samples of one model up to as much again" : "", caller.spent()));
            screen.err().flush();
        }

        void requireAvailable() {
            try {
                UnavailableModels.refuse(models.catalog(), models.names());
            } catch (InterruptedException stopped) {
                throw interrupted();
            }
        }

        AskOutcome run(String name, AskBudget budget, SampleChoice choice) {
            AtomicBoolean stopped = new AtomicBoolean();
            int[] done = new int[1];
            long total = (long) questions.size() * harnesses.size() * (choice.isNone() ? 1 : 2);
            try (ShutdownHook _ = new ShutdownHook(() -> stopped.set(true));
                    ProgressBar bar = ProgressBar.on(screen, "asking", total)) {
                return runner(stopped, calls -> {
                    done[0] += calls;
                    bar.at(done[0]);
                }).run(name, budget, choice);
            } catch (InterruptedException interrupted) {
                throw interrupted();
            }
        }

        private UserException interrupted() {
            Thread.currentThread().interrupt();
            return new UserException("the questions were stopped; all answers so far are recorded",
                    "The same command continues.");
        }
    }
}
