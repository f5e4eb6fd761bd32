package dev.waggle.signal.connectivity.oracle;

import java.util.List;
import java.util.Set;

import dev.waggle.signal.connectivity.ConnectivityLayer;
import dev.waggle.signal.connectivity.ConnectivitySignal;
import dev.waggle.signal.connectivity.EmitReceipt;
import dev.waggle.signal.connectivity.RoutingEscalationHook;
import dev.waggle.signal.connectivity.SignalQuery;
import dev.waggle.signal.world.World;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** A layer as a trace uses it: with unchecked words and numbers. */
interface TracedLayer {

    ConnectivityLayer layer();

    EmitReceipt emit(JsonNode input);

    List<ConnectivitySignal> query(JsonNode query);

    /** Every signal of the thread that queries find, the oldest first. */
    default List<ConnectivitySignal> dump(String threadId) {
        SignalQuery open = SignalQuery.of(threadId);
        return layer().query(new SignalQuery(threadId, null, open.messageClasses(), open.signalClasses(),
                Set.of(), open.priorities(), null, null, Integer.MAX_VALUE, SignalQuery.Order.OLDEST));
    }

    /** Makes the layer that a trace asks for. */
    @FunctionalInterface
    interface Maker {
        TracedLayer make(World world, JsonNode config, RoutingEscalationHook hook);
    }

    static @Nullable String text(JsonNode node, String name) {
        JsonNode value = node.get(name);
        return value == null ? null : value.asString();
    }

    static @Nullable Double number(JsonNode node, String name) {
        JsonNode value = node.get(name);
        return value == null ? null : value.asDouble();
    }

    /** One word or a list of them; none when absent. */
    static List<String> words(JsonNode node, String name) {
        JsonNode value = node.path(name);
        return value.isString() ? List.of(value.asString()) : value.valueStream().map(JsonNode::asString).toList();
    }
}
