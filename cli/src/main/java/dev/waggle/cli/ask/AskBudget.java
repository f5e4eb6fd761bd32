package dev.waggle.cli.ask;

import java.util.Locale;

import dev.waggle.cli.terminal.UserException;
import dev.waggle.swarm.harness.Budget;
import org.jspecify.annotations.Nullable;

/**
 * Limit of all calls for a file of questions, those of earlier commands too.
 *
 * @param usd the limit in USD; {@code null} for none
 */
record AskBudget(@Nullable Double usd) {

    private static final AskBudget NONE = new AskBudget(null);

    /** Reads {@code 5usd}, {@code $5}, {@code 0.5} or {@code none}. */
    static AskBudget parse(String text) {
        String plain = text.strip().toLowerCase(Locale.ROOT);
        if (plain.equals("none")) {
            return NONE;
        }
        String number = plain.startsWith("$") ? plain.substring(1)
                : plain.endsWith("usd") ? plain.substring(0, plain.length() - 3).strip() : plain;
        try {
            double usd = number.matches("[0-9]*\\.?[0-9]+") ? Double.parseDouble(number) : Double.NaN;
            if (usd > 0 && usd <= Double.MAX_VALUE) {
                return new AskBudget(usd);
            }
        } catch (NumberFormatException noNumber) {
            // The refusal below names the value.
        }
        throw new UserException("--budget must be an amount above 0 in USD, got \"" + text + "\"",
                "Use for example --budget 5usd, or --budget none.");
    }

    /** The same as a limit of calls. */
    Budget limit() {
        return usd == null ? Budget.UNLIMITED : Budget.ofUsd(usd);
    }

    /** True if that amount is within the limit. */
    boolean covers(double amount) {
        return usd == null || amount <= usd;
    }

    /** A limit of that share of this one. */
    AskBudget share(double part) {
        return usd == null ? NONE : new AskBudget(usd * part);
    }
}
