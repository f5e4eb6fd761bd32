package dev.waggle.cli.models;

import java.util.HashMap;
import java.util.Map;

import dev.waggle.cli.terminal.UserException;
import dev.waggle.connect.llm.LiveModels;
import dev.waggle.connect.llm.ModelCatalog;
import dev.waggle.journal.tape.TapeSession;
import dev.waggle.signal.harness.Harness;
import dev.waggle.swarm.harness.call.CircuitBreakerRegistry;

/**
 * Harnesses of the models of one solve.
 *
 * <pre>
 *   recording or replay -> live models
 * </pre>
 *
 * Agents with one model share its harness.
 */
final class HarnessStack {

    private final LiveModels models;
    private final TapeSession taped;
    private final Map<String, String> places;
    private final Map<String, Harness> built = new HashMap<>();

    /**
     * The catalog stays open.
     *
     * @param places the place in a file that names a model, by the model's name
     */
    HarnessStack(ModelCatalog catalog, TapeSession taped, CircuitBreakerRegistry breakers, Map<String, String> places) {
        models = new LiveModels(catalog, breakers);
        this.taped = taped;
        this.places = places;
    }

    /** The model of that name, which is an alias of the configuration or {@code provider:model}. */
    Harness of(String name) {
        Harness known = built.get(name);
        if (known != null) {
            return known;
        }
        Harness harness = build(name);
        built.put(name, harness);
        return harness;
    }

    private Harness build(String name) {
        try {
            return taped.harness(models.harness(name));
        } catch (IllegalArgumentException unknown) {
            UserException plain = UserException.of(unknown);
            throw new UserException(places.getOrDefault(name, "") + plain.getMessage(),
                    plain.remedy().equals(UserException.SEE_HELP) ? "See waggle models." : plain.remedy());
        }
    }
}
