package dev.waggle.cli.ask;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.DoubleAdder;

import dev.waggle.journal.tape.ResumableRecording;
import dev.waggle.signal.harness.CallMeter;
import dev.waggle.signal.harness.Harness;
import dev.waggle.signal.harness.HarnessException;
import dev.waggle.signal.harness.HarnessFailure;
import dev.waggle.signal.harness.HarnessInput;
import dev.waggle.signal.harness.RunContext;
import dev.waggle.signal.log.Emission;
import dev.waggle.signal.world.World;
import dev.waggle.swarm.harness.Budget;
import dev.waggle.swarm.harness.Price;
import dev.waggle.swarm.harness.PriceTable;
import dev.waggle.swarm.harness.SpendingPolicy;
import dev.waggle.swarm.harness.call.BudgetLedger;
import org.jspecify.annotations.Nullable;

/**
 * Calls of models for questions: from the recording, else from the model, recorded and paid from the budget. The costs
 * of all earlier calls of the recording count against the budget, whether they are replayed or not. Thread-safe.
 */
final class ModelCaller {

    /** Time for a call with its retries. */
    private static final Duration TIMEOUT = Duration.ofMinutes(10);

    /** Failed calls of a model without any answer after which it is not called any more. */
    static final int MAX_FAILURES = 10;

    /** Count after which a model is never given up. */
    private static final int NEVER = -1_000_000;

    private final ResumableRecording recording;
    private final PriceTable prices;
    private final World world;
    private final BudgetLedger ledger;
    private final BudgetLedger replayed;
    private final boolean isLimited;
    private final @Nullable Double temperature;
    private final Map<String, Integer> failures = new HashMap<>();
    private final Map<String, String> abandoned = new ConcurrentHashMap<>();

    ModelCaller(ResumableRecording recording, PriceTable prices, AskBudget budget, World world,
            @Nullable Double temperature) {
        this.recording = recording;
        this.prices = prices;
        this.world = world;
        this.temperature = temperature;
        isLimited = budget.usd() != null;
        ledger = new BudgetLedger(new SpendingPolicy(budget.limit(), prices));
        replayed = new BudgetLedger(new SpendingPolicy(Budget.UNLIMITED, prices));
        for (ResumableRecording.RecordedUsage call : recording.earlier()) {
            ledger.recordPayment(new BudgetLedger.Payment(call.by().by(), call.model(), call.usage(),
                    call.estimated()));
        }
    }

    /**
     * Sample of a model for a question.
     *
     * @param name name of the model in the council
     * @param live the model
     * @param sample number of the sample, from 1
     */
    record Call(String name, Harness live, PanelQuestion question, int sample) {

        Emission by() {
            return new Emission(name + " on " + question.id(), sample);
        }
    }

    /** USD of all calls so far, those of earlier commands too. */
    double spent() {
        return ledger.cost().estimatedUsd();
    }

    /** True if a budget limits the calls. */
    boolean isLimited() {
        return isLimited;
    }

    /** True if the recording has the answer, so that nothing is paid. */
    boolean isRecorded(Call call) {
        return recording.holds(call.by(), call.live().model(), input(call), QuestionPrompt.schema(call.question()));
    }

    /** The most that a call costs, in USD: every byte a token, and the longest output. */
    double most(Call call) {
        HarnessInput input = input(call);
        Double output = input.maxTokens();
        return price(call.live()).atMost(
                QuestionPrompt.mostInputTokens(input, QuestionPrompt.schema(call.question())),
                output == null ? BudgetLedger.DEFAULT_OUTPUT : output);
    }

    /** A usual cost of a call in USD: four bytes a token, and that many tokens of output. */
    double usual(Call call, int output) {
        HarnessInput input = input(call);
        return price(call.live()).of(
                QuestionPrompt.mostInputTokens(input, QuestionPrompt.schema(call.question())) / 4, output);
    }

    private Price price(Harness model) {
        return prices.of(model.model(), model.pricing());
    }

    private HarnessInput input(Call call) {
        return QuestionPrompt.input(call.question(), call.live(), temperature);
    }

    /** Counts an answer. A model that only fails is given up; its owner is the loop, between calls. */
    void count(Call call, AskedAnswer answer) {
        boolean isFailed = answer.reply().status() == PanelReply.Status.FAILED;
        int failed = failures.merge(call.name(), isFailed ? 1 : NEVER, (one, more) -> Math.max(NEVER, one + more));
        if (failed == MAX_FAILURES) {
            abandoned.put(call.name(), answer.reason());
        }
    }

    /** Calls the model, or replays its recorded answer. */
    AskedAnswer answer(Call call) throws InterruptedException {
        String given = abandoned.get(call.name());
        if (given != null) {
            return new AskedAnswer(PanelReply.none(PanelReply.Status.FAILED), 0, given);
        }
        DoubleAdder usd = new DoubleAdder();
        BudgetLedger payer = isRecorded(call) ? replayed : ledger;
        CallMeter meter = payer.account(call.by().by(), payment -> usd.add(
                payment.statedPrice().orElseGet(() -> prices.of(payment.model())).of(payment.usage())));
        RunContext context = RunContext.of(RunContext.Caller.of(call.by().by(), call.sample()), world, _ -> {
        }).withMeter(meter).within(TIMEOUT).withReplySchema(QuestionPrompt.schema(call.question()));
        try {
            String content = recording.harness(call.live()).run(input(call), context).content();
            PanelReply reply = PanelReplyReader.read(content, call.question());
            return new AskedAnswer(reply, usd.sum(), "");
        } catch (HarnessException failed) {
            HarnessFailure.Kind kind = failed.failure().kind();
            boolean isAsked = kind != HarnessFailure.Kind.DEPARTED && kind != HarnessFailure.Kind.BUDGET;
            return new AskedAnswer(PanelReply.none(isAsked ? PanelReply.Status.FAILED : PanelReply.Status.NOT_ASKED),
                    usd.sum(), String.valueOf(failed.getMessage()));
        }
    }
}
