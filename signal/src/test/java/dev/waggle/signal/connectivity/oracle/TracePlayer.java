package dev.waggle.signal.connectivity.oracle;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;

import dev.waggle.signal.connectivity.ConnectivityException;
import dev.waggle.signal.connectivity.ConnectivityException.SignalNotFoundException;
import dev.waggle.signal.connectivity.ConnectivityException.SignalValidationException;
import dev.waggle.signal.connectivity.ConnectivitySignal;
import dev.waggle.signal.connectivity.EmitReceipt;
import dev.waggle.signal.connectivity.RequestedRoutingMode;
import dev.waggle.signal.connectivity.SignalCallback;
import dev.waggle.signal.connectivity.SignalCallback.SignalEvent;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Plays one trace against a layer: performs the operations, and acts as the listeners, the resolvers and the hook. It
 * records the results, and the calls in between, in the words of the trace. Owned by one thread.
 */
final class TracePlayer {

    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
    private static final DateTimeFormatter DATE = DateTimeFormatter
            .ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSS'Z'", Locale.ROOT)
            .withZone(ZoneOffset.UTC);

    private final TraceWorld world;
    private final TracedLayer subject;
    private final JsonNode hookRules;
    private final Map<String, Listener> listeners = new HashMap<>();
    private final List<String> ids = new ArrayList<>();
    private ArrayNode observed = JSON.arrayNode();

    TracePlayer(Trace trace, TracedLayer.Maker maker) {
        world = new TraceWorld(trace.clockStart());
        hookRules = trace.config().path("hook");
        subject = maker.make(world, trace.config(), hookRules.isMissingNode()
                ? signal -> Optional.empty()
                : this::onEscalation);
    }

    /** The ids of the signals seen, as s1, s2 and so on. */
    List<String> ids() {
        return List.copyOf(ids);
    }

    TracedLayer subject() {
        return subject;
    }

    /** Performs the step; the {@code expect} of the step holds the expected outcome. */
    ObjectNode play(JsonNode step) {
        observed = JSON.arrayNode();
        ObjectNode outcome = act(step, this::inFull);
        if (!observed.isEmpty()) {
            outcome.set("observed", observed);
        }
        return outcome;
    }

    private ObjectNode act(JsonNode step, Function<ConnectivitySignal, JsonNode> show) {
        ObjectNode outcome = JSON.objectNode();
        try {
            switch (step.get("op").asString()) {
                case "emit" -> {
                    EmitReceipt receipt = subject.emit(input(step.get("input")));
                    outcome.set("result", show.apply(receipt.signal()));
                    outcome.put("suppressed", receipt.suppressed());
                }
                case "resolve" -> outcome.set("result", show.apply(subject.layer().resolve(id(step))));
                case "get" -> outcome.set("result",
                        subject.layer().get(id(step)).map(show).orElse(JSON.nullNode()));
                case "query" -> outcome.set("result",
                        list(subject.query(step.get("query")), signal -> JSON.stringNode(name(signal.id()))));
                case "dump" -> outcome.set("result", list(subject.dump(step.get("threadId").asString()), this::inFull));
                case "advanceStep" -> subject.layer().advanceStep(step.get("threadId").asString());
                case "registerSelectedResolver" ->
                    subject.layer().registerSelectedResolver(signal -> resolve(step, signal));
                case "onSignal" -> subject.layer().onSignal(listener(step));
                case "offSignal" -> subject.layer().offSignal(listener(step));
                case "tick" -> {
                    world.tick(Duration.ofMillis(step.get("ms").asLong()));
                    outcome.put("now", date(world.now()));
                }
                default -> throw new IllegalArgumentException("unknown operation in " + step);
            }
        } catch (ConnectivityException | Scripted refusal) {
            outcome.set("error",
                    JSON.objectNode().put("type", typeOf(refusal)).put("message", refusal.getMessage()));
        }
        return outcome;
    }

    private JsonNode input(JsonNode input) {
        return input.has("replaces")
                ? ((ObjectNode) input.deepCopy()).put("replaces", id(input.get("replaces").asString()))
                : input;
    }

    /** Performs the actions of a rule about the signal, inside the call that triggered it. */
    private void actNested(JsonNode actions, ConnectivitySignal about) {
        for (JsonNode action : actions) {
            JsonNode step = action.path("id").asString("").equals("$signal")
                    ? ((ObjectNode) action.deepCopy()).put("id", name(about.id()))
                    : action;
            ObjectNode nested = observe("nested").put("op", step.get("op").asString());
            for (String argument : List.of("id", "listener", "threadId")) {
                if (step.has(argument)) {
                    nested.set(argument, step.get(argument));
                }
            }
            nested.setAll(act(step, this::inBrief));
            observe("nestedEnd").put("op", step.get("op").asString());
        }
    }

    private Optional<RequestedRoutingMode> onEscalation(ConnectivitySignal signal) {
        JsonNode rule = hookRules.path(signal.signalClass().wireName());
        return answer(observe("hook"), rule, signal).map(word -> RequestedRoutingMode
                .valueOf(word.asString().toUpperCase(Locale.ROOT)));
    }

    private List<String> resolve(JsonNode step, ConnectivitySignal signal) {
        ObjectNode call = observe("resolver").put("resolver", step.get("resolver").asString());
        return answer(call, step, signal).orElseThrow().valueStream().map(JsonNode::asString).toList();
    }

    /** Records a call, performs its actions, then throws or answers as the rule says. */
    private Optional<JsonNode> answer(ObjectNode call, JsonNode rule, ConnectivitySignal signal) {
        call.put("signal", name(signal.id())).put("state", signal.state().wireName());
        String word = rule.has("throws") ? "throws" : "returns";
        if (rule.has(word)) {
            call.set(word, rule.get(word));
        }
        actNested(rule.path("actions"), signal);
        if (rule.has("throws")) {
            throw new Scripted(rule.get("throws").asString());
        }
        return rule.optional("returns");
    }

    private ObjectNode observe(String kind) {
        ObjectNode entry = observed.addObject();
        entry.put("kind", kind);
        return entry;
    }

    /** Returns a listener; its rules are fixed when it is named first. */
    private Listener listener(JsonNode step) {
        return listeners.computeIfAbsent(step.get("listener").asString(),
                name -> new Listener(name, step.path("rules").valueStream().toList()));
    }

    private String id(JsonNode step) {
        return id(step.get("id").asString());
    }

    private String id(String name) {
        int at = name.matches("s[1-9][0-9]{0,8}") ? Integer.parseInt(name.substring(1)) : Integer.MAX_VALUE;
        return at <= ids.size() ? ids.get(at - 1) : name;
    }

    /** Name by order of seeing, which is the order of creation: a new signal is shown before any later one. */
    private String name(String id) {
        if (!ids.contains(id)) {
            ids.add(id);
        }
        return "s" + (ids.indexOf(id) + 1);
    }

    private JsonNode inBrief(ConnectivitySignal signal) {
        return JSON.objectNode().put("id", name(signal.id())).put("state", signal.state().wireName());
    }

    private JsonNode inFull(ConnectivitySignal signal) {
        ObjectNode node = JSON.objectNode().put("id", name(signal.id())).put("threadId", signal.threadId())
                .put("source", signal.source()).put("audience", OriginalCheck.lower(signal.audience()))
                .put("messageClass", signal.messageClass().wireName())
                .put("signalClass", signal.signalClass().wireName())
                .put("priority", OriginalCheck.lower(signal.priority())).put("summary", signal.summary())
                .put("emittedAt", date(signal.emittedAt())).put("state", signal.state().wireName());
        given(signal.confidence(), confidence -> node.put("confidence", confidence));
        given(signal.details(), details -> node.put("details", details));
        given(signal.replaces(), id -> node.put("replaces", ids.contains(id) ? name(id) : id));
        given(signal.expiresAtStep(), step -> node.put("expiresAtStep", step));
        return node;
    }

    private static <T> void given(@Nullable T value, Consumer<T> write) {
        if (value != null) {
            write.accept(value);
        }
    }

    private static ArrayNode list(List<ConnectivitySignal> signals, Function<ConnectivitySignal, JsonNode> show) {
        return JSON.arrayNode().addAll(signals.stream().map(show).toList());
    }

    private static String date(Instant instant) {
        return DATE.format(instant);
    }

    private static String typeOf(RuntimeException refusal) {
        return switch (refusal) {
            case SignalValidationException invalid -> "SignalValidationError";
            case SignalNotFoundException unknown -> "SignalNotFoundError";
            case ConnectivityException other -> "ConnectivityError";
            default -> "Error";
        };
    }

    /** Exception that the trace lets a listener, a resolver or the hook throw. */
    private static final class Scripted extends RuntimeException {

        private static final long serialVersionUID = 1;

        Scripted(String message) {
            super(message, null, false, false);
        }
    }

    /** A listener of the trace. */
    private final class Listener implements SignalCallback {

        private final String name;
        private final List<JsonNode> rules;
        private final int[] fired;

        Listener(String name, List<JsonNode> rules) {
            this.name = name;
            this.rules = rules;
            this.fired = new int[rules.size()];
        }

        @Override
        public void onSignal(ConnectivitySignal signal, SignalEvent event) {
            observe("callback").put("listener", name).put("event", event.wireName()).put("signal", name(signal.id()))
                    .put("state", signal.state().wireName());
            for (int i = 0; i < fired.length; i++) {
                JsonNode rule = rules.get(i);
                if (fits(rule, signal, event) && fired[i] < rule.path("times").asInt(Integer.MAX_VALUE)) {
                    fired[i]++;
                    act(rule.get("actions"), signal);
                }
            }
        }

        private boolean fits(JsonNode rule, ConnectivitySignal signal, SignalEvent event) {
            return rule.path("event").asString(event.wireName()).equals(event.wireName())
                    && rule.path("signalClass").asString(signal.signalClass().wireName())
                            .equals(signal.signalClass().wireName())
                    && rule.path("source").asString(signal.source()).equals(signal.source());
        }

        private void act(JsonNode actions, ConnectivitySignal signal) {
            for (JsonNode action : actions) {
                if (action.has("throw")) {
                    String message = action.get("throw").asString();
                    observe("listenerThrows").put("listener", name).put("message", message);
                    throw new Scripted(message);
                }
                actNested(JSON.arrayNode().add(action), signal);
            }
        }
    }
}
