package dev.waggle.signal.template;

import java.util.ArrayList;
import java.util.List;

import dev.waggle.signal.json.JsonValue;
import org.jspecify.annotations.Nullable;

/**
 * Path to one value of a context: steps between dots, empty ones included. A step is the name of a field, the number
 * of an item or the {@code length} of a list. Every other step leads to no value, and so does a step into a text, a
 * number or null.
 */
record TemplatePath(String text, List<String> steps) {

    /** Maximum number of digits, more than the number of an item can have. */
    private static final int MAX_DIGITS = 10;

    static TemplatePath of(String text) {
        List<String> steps = new ArrayList<>();
        int from = 0;
        for (int dot = text.indexOf('.'); dot >= 0; dot = text.indexOf('.', from)) {
            steps.add(text.substring(from, dot));
            from = dot + 1;
        }
        steps.add(text.substring(from));
        return new TemplatePath(text, List.copyOf(steps));
    }

    /** Returns the value at its end; null where it leads to none. */
    @Nullable JsonValue in(TemplateContext context) {
        return switch (steps.getFirst()) {
            case "state" -> follow(context.state(), 1);
            case "signal" -> follow(context.signal(), 1);
            case "input" -> follow(context.input(), 1);
            default -> follow(context.state(), 0);
        };
    }

    private @Nullable JsonValue follow(@Nullable JsonValue start, int from) {
        JsonValue at = start;
        for (int i = from; i < steps.size() && at != null; i++) {
            at = step(at, steps.get(i));
        }
        return at;
    }

    private static @Nullable JsonValue step(JsonValue at, String step) {
        return switch (at) {
            case JsonValue.Obj obj -> obj.fields().get(step);
            case JsonValue.Arr arr when step.equals("length") -> JsonValue.of(arr.items().size());
            case JsonValue.Arr arr -> item(arr.items(), step);
            case JsonValue.Str _, JsonValue.Num _, JsonValue.Bool _, JsonValue.Null _ -> null;
        };
    }

    /** Returns an item. Its number must be in the shortest form: {@code 1}, not {@code 01} or {@code +1}. */
    private static @Nullable JsonValue item(List<JsonValue> items, String step) {
        boolean isNumber = !step.isEmpty() && step.length() <= MAX_DIGITS
                && step.chars().allMatch(unit -> unit >= '0' && unit <= '9')
                && (step.length() == 1 || step.charAt(0) != '0');
        if (!isNumber) {
            return null;
        }
        long index = Long.parseLong(step);
        return index < items.size() ? items.get((int) index) : null;
    }
}
