package dev.waggle.cli.terminal;

import java.util.Locale;

import dev.waggle.swarm.harness.Cost;
import dev.waggle.swarm.harness.Spent;

/** What calls of models cost, in words. */
final class CostText {

    private CostText() {}

    /** One line, for example {@code 12 calls, 5,210 tokens (4,100 in, 1,110 out), about $0.0156}. */
    static String of(Cost cost) {
        Spent total = cost.total();
        String line = String.format(Locale.ROOT, "%s, %,d tokens (%,d in, %,d out), about $%.4f",
                LiveView.plural(total.calls(), "call"), (long) total.totalTokens(), (long) total.inputTokens(),
                (long) total.outputTokens(), total.usd());
        return total.estimatedCalls() == 0
                ? line
                : line + "; tokens of " + LiveView.plural(total.estimatedCalls(), "call") + " are estimated";
    }
}
