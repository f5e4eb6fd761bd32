package dev.waggle.connect.llm.endpoint;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import dev.waggle.signal.text.SecretSet;

/**
 * Value of an own header or query parameter. It may refer to variables of the environment as {@code ${NAME}}, so that
 * secrets stay out of the file. Neither {@code toString} nor any message shows it.
 *
 * @param template the value as it is written, 1 to {@value #MAX_LENGTH} visible ASCII characters and blanks
 * @param variables the values of the variables to which it refers, as far as they are known
 */
public record EndpointValue(String template, Map<String, String> variables) {

    /** Largest length of a value, in characters; usual servers take no longer header. */
    public static final int MAX_LENGTH = 8_192;

    private static final Pattern REFERENCE = Pattern.compile("\\$\\{([^}]*)}?");
    private static final Pattern NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");

    /**
     * @throws IllegalArgumentException when the template is empty, too long, or holds other characters or a reference
     *         that names no variable; the message does not show it
     */
    public EndpointValue {
        variables = Map.copyOf(variables);
        String fault = fault(template);
        if (!fault.isEmpty()) {
            throw new IllegalArgumentException("a value " + fault);
        }
        REFERENCE.matcher(template).results().forEach(reference -> {
            if (!reference.group().endsWith("}") || !NAME.matcher(reference.group(1)).matches()) {
                throw new IllegalArgumentException("a value refers to a variable as ${NAME}, one reference names none"
                        + "\nMaybe a brace or the name is missing.");
            }
        });
    }

    /** A value that knows no variable yet. */
    public static EndpointValue of(String template) {
        return new EndpointValue(template, Map.of());
    }

    /** The same value with the variables of that environment; blanks around the value of a variable are dropped. */
    public EndpointValue within(Map<String, String> environment) {
        Map<String, String> known = new LinkedHashMap<>();
        REFERENCE.matcher(template).results().map(reference -> reference.group(1)).forEach(name -> {
            String value = environment.getOrDefault(name, "").strip();
            if (!value.isEmpty()) {
                known.put(name, value);
            }
        });
        return new EndpointValue(template, known);
    }

    /** The error in the value as it would be sent: a variable without a value, or with a character of no header. */
    public Optional<String> fault() {
        Optional<String> missing = REFERENCE.matcher(template).results().map(reference -> reference.group(1))
                .filter(name -> !variables.containsKey(name)).findFirst();
        if (missing.isPresent()) {
            return missing.map(name -> "refers to the variable " + name + ", which is not set"
                    + "\nMaybe set " + name + ".");
        }
        String fault = fault(text());
        return fault.isEmpty()
                ? Optional.empty()
                : Optional.of(fault + "\nMaybe more than the value is in " + String.join(" or ", variables.keySet())
                        + ".");
    }

    /** The value with its variables, for a request only. */
    public String text() {
        return REFERENCE.matcher(template).replaceAll(reference -> Matcher
                .quoteReplacement(variables.getOrDefault(reference.group(1), "")));
    }

    /** This value and the values of its variables. */
    Stream<String> secrets() {
        return Stream.concat(Stream.of(text()), variables.values().stream());
    }

    @Override
    public String toString() {
        return SecretSet.MASK;
    }

    private static String fault(String text) {
        if (text.isBlank() || text.length() > MAX_LENGTH) {
            return "must have 1 to " + MAX_LENGTH + " characters, got " + text.length();
        }
        for (int i = 0; i < text.length(); i++) {
            char unit = text.charAt(i);
            if (unit < ' ' || unit > '~') {
                return "holds visible ASCII and blanks only, character " + (i + 1) + " of " + text.length()
                        + " is something else";
            }
        }
        return "";
    }
}
