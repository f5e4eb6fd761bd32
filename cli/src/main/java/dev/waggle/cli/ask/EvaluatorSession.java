package dev.waggle.cli.ask;

import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.DoubleAdder;

import dev.waggle.cli.models.ModelsFile;
import dev.waggle.cli.models.UnavailableModels;
import dev.waggle.cli.terminal.TerminalScreen;
import dev.waggle.cli.terminal.UserException;
import dev.waggle.connect.llm.LiveModels;
import dev.waggle.connect.llm.ModelCatalog;
import dev.waggle.journal.tape.ResumableRecording;
import dev.waggle.review.outcome.FinishedRun;
import dev.waggle.signal.harness.CallMeter;
import dev.waggle.signal.harness.Harness;
import dev.waggle.signal.harness.RunContext;
import dev.waggle.signal.world.World;
import dev.waggle.swarm.consensus.Proposal;
import dev.waggle.swarm.evaluation.ModelOutcomeEvaluator;
import dev.waggle.swarm.evaluation.ModelOutcomeEvaluator.EvaluatorAnswer;
import dev.waggle.swarm.evaluation.OutcomeEvaluator.EvaluationMaterial;
import dev.waggle.swarm.harness.BreakerPolicy;
import dev.waggle.swarm.harness.Budget;
import dev.waggle.swarm.harness.PriceTable;
import dev.waggle.swarm.harness.SpendingPolicy;
import dev.waggle.swarm.harness.call.BudgetLedger;
import dev.waggle.swarm.harness.call.CircuitBreakerRegistry;
import org.jspecify.annotations.Nullable;

/** Judgement of the answer of a run by the model that flags name: one call, live, recorded or replayed. */
public final class EvaluatorSession {

    /** Time for the call with its retries. */
    private static final Duration TIMEOUT = Duration.ofMinutes(10);

    private final TerminalScreen screen;
    private final EvaluatorOptions options;
    private final World world;

    public EvaluatorSession(TerminalScreen screen, EvaluatorOptions options, World world) {
        this.screen = screen;
        this.options = options;
        this.world = world;
    }

    /**
     * Asks the model.
     *
     * @throws UserException when the run has no answer, the model is unknown or unavailable, or it gives no verdict
     */
    public EvaluatedRun judge(FinishedRun run, Map<String, String> environment) {
        Proposal leader = run.votes().leader().orElseThrow(() -> new UserException(
                "run " + run.run() + " has no leading answer that a model could judge",
                "Tell the right answer instead: waggle outcome RUN ANSWER."));
        EvaluationMaterial material = EvaluationMaterial.of(run.task(), leader.content(), run.votes());
        try (ModelCatalog catalog = catalog(environment);
                ResumableRecording calls = recording()) {
            Harness live = live(catalog);
            if (options.replay == null) {
                UnavailableModels.refuse(catalog, List.of(model()));
            }
            Harness harness = calls == null ? live : calls.harness(live);
            return judge(run, material, harness, catalog.prices());
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new UserException("the evaluator was stopped, so nothing was told", "Run it again.");
        } finally {
            screen.printWarnings();
        }
    }

    private EvaluatedRun judge(FinishedRun run, EvaluationMaterial material, Harness harness, PriceTable prices)
            throws InterruptedException {
        String caller = "evaluator of " + run.run();
        DoubleAdder in = new DoubleAdder();
        DoubleAdder out = new DoubleAdder();
        DoubleAdder usd = new DoubleAdder();
        CallMeter meter = new BudgetLedger(new SpendingPolicy(Budget.UNLIMITED, prices)).account(caller, payment -> {
            in.add(payment.usage().inputTokens());
            out.add(payment.usage().outputTokens());
            usd.add(payment.statedPrice().orElseGet(() -> prices.of(payment.model())).of(payment.usage()));
        });
        RunContext context = RunContext.of(RunContext.Caller.of(caller, 1), world, _ -> {
        }).withMeter(meter).within(TIMEOUT);
        return switch (new ModelOutcomeEvaluator(harness).ask(material, context)) {
            case EvaluatorAnswer.Judged(var judgement) ->
                new EvaluatedRun(judgement, in.sum(), out.sum(), usd.sum());
            case EvaluatorAnswer.Unjudged(String reason) -> throw new UserException(
                    "evaluator " + harness.model() + " gave no verdict on run " + run.run() + ", so nothing was told: "
                            + reason.strip(),
                    options.replay == null && options.record == null
                            ? "Run it again, name another model, or tell the outcome yourself."
                            : "Name another recording or another model, or tell the outcome yourself.");
        };
    }

    private ModelCatalog catalog(Map<String, String> environment) {
        Path file = ModelsFile.of(options.modelsFile, environment);
        ModelCatalog catalog = UserException.checked(
                () -> file == null ? ModelCatalog.of(environment) : ModelCatalog.of(environment, file));
        return catalog.withNotices(screen::warnLater);
    }

    private @Nullable ResumableRecording recording() {
        if (options.replay != null) {
            return ResumableRecording.replay(options.replay);
        }
        return options.record == null ? null : ResumableRecording.open(options.record, world, this::reportFault);
    }

    private Harness live(ModelCatalog catalog) {
        try {
            return new LiveModels(catalog, new CircuitBreakerRegistry(BreakerPolicy.DEFAULTS, world))
                    .harness(model());
        } catch (IllegalArgumentException unknown) {
            UserException plain = UserException.of(unknown);
            throw new UserException(String.valueOf(plain.getMessage()),
                    plain.remedy().equals(UserException.SEE_HELP) ? "See waggle models." : plain.remedy());
        }
    }

    private String model() {
        return Objects.requireNonNull(options.model, "--evaluator is not given");
    }

    private void reportFault(UncheckedIOException fault) {
        screen.err().println("waggle: " + fault.getMessage());
        screen.err().flush();
    }
}
