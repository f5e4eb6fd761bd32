package dev.waggle.signal.connectivity.oracle;

import java.util.List;

import dev.waggle.signal.connectivity.ConnectivityLayerConfig;
import dev.waggle.signal.connectivity.ConnectivitySignal;
import dev.waggle.signal.connectivity.EmitReceipt;
import dev.waggle.signal.connectivity.RoutingEscalationHook;
import dev.waggle.signal.connectivity.SuppressionConfig;
import dev.waggle.signal.world.World;
import tools.jackson.databind.JsonNode;

import static dev.waggle.signal.connectivity.oracle.TracedLayer.number;
import static dev.waggle.signal.connectivity.oracle.TracedLayer.text;
import static dev.waggle.signal.connectivity.oracle.TracedLayer.words;

/** The earlier implementation, driven without types. */
record TracedOriginal(OriginalLayer layer) implements TracedLayer {

    static TracedOriginal make(World world, JsonNode config, RoutingEscalationHook hook) {
        ConnectivityLayerConfig quiet = ConnectivityLayerConfig.defaults().withHook(hook)
                .withFailures((failure, context) -> {
                });
        JsonNode suppression = config.path("suppressionConfig");
        if (!suppression.path("basis").asString("step").equals("time")) {
            return new TracedOriginal(OriginalLayer.of(world, quiet));
        }
        return new TracedOriginal(suppression.has("windowMs")
                ? OriginalLayer.withWindow(world, suppression.get("windowMs").asDouble(), quiet)
                : OriginalLayer.of(world, quiet.withSuppression(SuppressionConfig.byTime())));
    }

    @Override
    public EmitReceipt emit(JsonNode input) {
        return layer.emit(new EmitWords(text(input, "threadId"), text(input, "source"), text(input, "audience"),
                text(input, "messageClass"), text(input, "signalClass"), text(input, "priority"),
                text(input, "summary"), number(input, "confidence"), text(input, "details"), text(input, "replaces"),
                number(input, "expiresAtStep")));
    }

    @Override
    public List<ConnectivitySignal> query(JsonNode query) {
        return layer.query(new OriginalQuery(query.get("threadId").asString(), text(query, "source"),
                words(query, "messageClass"), words(query, "signalClass"),
                query.has("state") ? words(query, "state") : null, words(query, "priority"), text(query, "since"),
                text(query, "before"), number(query, "limit"), text(query, "order")));
    }
}
