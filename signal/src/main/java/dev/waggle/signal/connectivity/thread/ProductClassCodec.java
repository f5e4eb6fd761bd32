package dev.waggle.signal.connectivity.thread;

import java.util.List;
import java.util.Locale;
import java.util.Optional;

import dev.waggle.signal.Audience;
import dev.waggle.signal.Priority;
import dev.waggle.signal.Signal;
import dev.waggle.signal.connectivity.ConvergenceRole;
import dev.waggle.signal.connectivity.MessageClass;
import dev.waggle.signal.connectivity.ProductSignalClass;
import dev.waggle.signal.json.JsonObjectBuilder;
import dev.waggle.signal.json.JsonObjectReader;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.json.ParsedFields;

/**
 * Codec of the definition of a product's class, which every fact of that class carries as an extension. So a log is
 * readable without the program that registered the class, from any of its entries.
 *
 * <pre>
 *   {"minConfidence":0,"maxConfidence":1,"convergence":"blocking","priority":"high","audience":"coordinator"}
 * </pre>
 */
final class ProductClassCodec {

    static final String EXTENSION = "definition";

    /** Message class, namespace and word. */
    private static final int MIN_SEGMENTS = 3;

    private ProductClassCodec() {}

    static JsonValue write(ProductSignalClass own) {
        return new JsonObjectBuilder().with("minConfidence", own.minConfidence())
                .with("maxConfidence", own.maxConfidence())
                .with("convergence", own.convergence().wireName())
                .with("priority", word(own.defaultPriority()))
                .with("audience", word(own.defaultAudience())).json();
    }

    /**
     * Reads the class of a signal, with its definition; empty when its type does not have the form of such a class.
     *
     * @throws IllegalArgumentException when the definition is missing or malformed
     */
    static Optional<ProductSignalClass> read(Signal signal) {
        List<String> segments = signal.type().segments();
        if (segments.size() < MIN_SEGMENTS || MessageClass.ofWireName(segments.getFirst()).isEmpty()) {
            return Optional.empty();
        }
        JsonObjectReader extensions = JsonObjectReader.root(new ParsedFields(signal.extensions()));
        return Optional.of(read(signal.type().text(), extensions.object(EXTENSION)));
    }

    private static ProductSignalClass read(String name, JsonObjectReader from) {
        double min = from.fraction("minConfidence");
        double max = from.fraction("maxConfidence");
        ConvergenceRole role = from.constant("convergence", ConvergenceRole.values());
        Priority priority = from.constant("priority", Priority.values());
        Audience.RoleName audience = from.constant("audience", Audience.RoleName.values());
        return from.build(() -> new ProductSignalClass(name, min, max, role, priority, audience));
    }

    private static String word(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }
}
