package dev.waggle.signal.connectivity;

import java.util.List;

import dev.waggle.signal.world.World;
import tools.jackson.databind.JsonNode;

import static dev.waggle.signal.connectivity.TracedLayer.number;
import static dev.waggle.signal.connectivity.TracedLayer.text;
import static dev.waggle.signal.connectivity.TracedLayer.words;

/** The compatible layer, spoken to without types. */
record TracedOriginal(CompatibleLayer layer) implements TracedLayer {

    static TracedOriginal make(World world, JsonNode config, RoutingEscalationHook hook) {
        ConnectivityLayerConfig quiet = ConnectivityLayerConfig.defaults().withBehaviour(Behaviour.ORIGINAL)
                .withHook(hook).withFailures((failure, context) -> {
                });
        JsonNode suppression = config.path("suppressionConfig");
        if (!suppression.path("basis").asString("step").equals("time")) {
            return new TracedOriginal(CompatibleLayer.of(world, quiet));
        }
        return new TracedOriginal(suppression.has("windowMs")
                ? CompatibleLayer.withWindow(world, suppression.get("windowMs").asDouble(), quiet)
                : CompatibleLayer.of(world, quiet.withSuppression(SuppressionConfig.byTime())));
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
