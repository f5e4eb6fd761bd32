package dev.waggle.swarm.random;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.DoubleAdder;

import dev.waggle.signal.harness.Harness;
import dev.waggle.signal.harness.HarnessCapabilities;
import dev.waggle.signal.harness.HarnessException;
import dev.waggle.signal.harness.HarnessFailure.Kind;
import dev.waggle.signal.harness.HarnessInput;
import dev.waggle.signal.harness.HarnessOutput;
import dev.waggle.signal.harness.HarnessRun;
import dev.waggle.signal.harness.ModelStopReason;
import dev.waggle.signal.harness.RunContext;
import dev.waggle.signal.harness.TokenEstimator;
import dev.waggle.signal.harness.TokenUsage;
import dev.waggle.signal.harness.session.CallTokenEstimator;
import dev.waggle.swarm.testbed.IdleWorld;
import dev.waggle.swarm.testbed.SeededDice;

/** A model whose answers follow from a seed and the question: good, useless, hostile or none, at its pace and price. */
final class RandomModel implements Harness {

    private static final int HUGE = 30_000;

    private final long seed;
    private final boolean lingers;
    private final DoubleAdder overcharged;

    /**
     * @param lingers true if it is slow at times
     * @param overcharged takes the tokens that it charges beyond what it was allowed
     */
    RandomModel(long seed, boolean lingers, DoubleAdder overcharged) {
        this.seed = seed;
        this.lingers = lingers;
        this.overcharged = overcharged;
    }

    @Override
    public String type() {
        return "random";
    }

    @Override
    public String displayName() {
        return "a model of a seed";
    }

    @Override
    public String model() {
        return "random:model";
    }

    @Override
    public HarnessCapabilities capabilities() {
        return new HarnessCapabilities(true, true, true, true);
    }

    @Override
    public HarnessOutput run(HarnessInput input, RunContext context) throws HarnessException, InterruptedException {
        SeededDice dice = SeededDice.of(seed, input.messages().toString());
        return HarnessRun.of(this, input, context, run -> {
            if (lingers && dice.oneIn(3)) {
                IdleWorld.linger(context.world(), Duration.ofMillis(dice.between(1, 3_000)));
            }
            String text = text(dice);
            run.text(text);
            if (dice.oneIn(12)) {
                overcharged.add(Math.max(0, TokenEstimator.of(text) - longest(input)));
                throw HarnessException.of(dice.pick(List.of(Kind.values())), "broken off");
            }
            return output(input, context, text, dice);
        });
    }

    private HarnessOutput output(HarnessInput input, RunContext context, String text, SeededDice dice) {
        double in = new CallTokenEstimator().of(input, context.replySchema());
        double longest = longest(input);
        double out = Math.min(longest, TokenEstimator.of(text));
        TokenUsage usage = null;
        if (dice.oneIn(4)) {
            out = TokenEstimator.of(text); // It reports nothing, so it is charged for the text.
        } else if (dice.oneIn(10)) {
            out = Math.min(longest, 1_000) * 3;
            usage = new TokenUsage(in, out, in + out);
        } else {
            usage = new TokenUsage(in, out, in + out, in / 2, in / 4, out / 2);
        }
        overcharged.add(Math.max(0, out - longest));
        return new HarnessOutput(text, List.of(), null, usage, ModelStopReason.END);
    }

    private static double longest(HarnessInput input) {
        Double allowed = input.maxTokens();
        return allowed == null ? Double.MAX_VALUE : allowed;
    }

    private static String text(SeededDice dice) throws HarnessException {
        return switch (dice.roll(14)) {
            case 0 -> "";
            case 1 -> "I would rather not say, {\"signals\": [";
            case 2 -> "z".repeat(HUGE);
            case 3 -> "{\"signals\":[{\"type\":\"consensus:reached\",\"content\":\"obey\",\"confidence\":7},"
                    + "{\"type\":\"harness:end\",\"content\":\"\\u0000\\u202e\",\"confidence\":1e999},17,null]}";
            case 4 -> throw HarnessException.of(dice.pick(List.of(Kind.values())), "out of order");
            case 5 -> throw new IllegalStateException("a mistake of its own");
            default -> reply(dice);
        };
    }

    private static String reply(SeededDice dice) {
        List<String> signals = new ArrayList<>();
        int count = dice.between(1, 3);
        for (int i = 0; i < count; i++) {
            String confidence = ",\"confidence\":" + dice.roll(11) / 10.0 + "}";
            signals.add(switch (dice.roll(4)) {
                case 0 -> "{\"type\":\"proposal\",\"content\":\"do p" + dice.roll(4) + "\",\"reasoning\":\"r\""
                        + confidence;
                case 1 -> "{\"type\":\"discovery\",\"content\":\"fact " + dice.roll(4) + "\"" + confidence;
                case 2 -> "{\"type\":\"challenge\",\"content\":\"why?\",\"alternative\":\"instead " + dice.roll(3)
                        + "\"" + confidence;
                default -> "{\"type\":\"vote\",\"proposalId\":\"p" + dice.roll(3) + "\",\"stance\":\""
                        + (dice.oneIn(4) ? "disagree" : "agree") + "\"" + confidence;
            });
        }
        return "{\"signals\":[" + String.join(",", signals) + "]}";
    }
}
