package dev.waggle.spring.property;

import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

import dev.waggle.signal.text.Suggestions;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.UnboundConfigurationPropertiesException;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName.Form;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;

/** Report of unknown keys below {@code waggle}, with the nearest known one of each. */
@Order(Ordered.HIGHEST_PRECEDENCE)
public final class UnknownKeyAnalyzer extends AbstractFailureAnalyzer<UnboundConfigurationPropertiesException> {

    @Override
    protected @Nullable FailureAnalysis analyze(Throwable rootFailure,
            UnboundConfigurationPropertiesException refusal) {
        List<ConfigurationProperty> unknown = refusal.getUnboundProperties().stream()
                .filter(property -> property.getName().toString().startsWith(WaggleProperties.PREFIX)).sorted()
                .toList();
        if (unknown.isEmpty()) {
            return null;
        }
        return new FailureAnalysis(
                unknown.stream().map(UnknownKeyAnalyzer::problem).collect(Collectors.joining("\n")),
                unknown.stream().map(property -> remedy(property.getName())).distinct()
                        .collect(Collectors.joining("\n")),
                refusal);
    }

    private static String problem(ConfigurationProperty property) {
        return "There is no key \"" + property.getName() + "\" (" + property.getOrigin() + ").";
    }

    private static String remedy(ConfigurationPropertyName name) {
        Class<?> section = WaggleProperties.class;
        StringBuilder path = new StringBuilder("waggle");
        for (int i = 1; i < name.getNumberOfElements(); i++) {
            String element = name.getElement(i, Form.UNIFORM);
            if (name.isNumericIndex(i)) {
                path.append('[').append(element).append(']');
                continue;
            }
            Map<String, RecordComponent> known = keys(section);
            RecordComponent component = known.get(element);
            if (component == null) {
                return suggestion(path.toString(), element, known);
            }
            path.append('.').append(kebab(component.getName()));
            section = section(component).orElse(null);
            if (section == null) {
                return path + " has a single value and no keys below it.";
            }
        }
        return path + " has keys of its own, and no single value.";
    }

    private static String suggestion(String path, String element, Map<String, RecordComponent> known) {
        Optional<String> near = Suggestions.nearest(element, known.keySet());
        return near.map(known::get).map(found -> "Maybe " + path + '.' + kebab(found.getName()) + "? ").orElse("")
                + "Known below " + path + ": " + known.values().stream().map(RecordComponent::getName)
                        .map(UnknownKeyAnalyzer::kebab).collect(Collectors.joining(", "))
                + '.';
    }

    private static Map<String, RecordComponent> keys(@Nullable Class<?> section) {
        Map<String, RecordComponent> keys = new LinkedHashMap<>();
        if (section != null) {
            Arrays.stream(section.getRecordComponents())
                    .forEach(component -> keys.put(component.getName().toLowerCase(Locale.ROOT), component));
        }
        return keys;
    }

    /** The record below a component: its type, or the type of the items of a list. */
    private static Optional<Class<?>> section(RecordComponent component) {
        Type type = component.getGenericType() instanceof ParameterizedType list
                ? list.getActualTypeArguments()[0]
                : component.getType();
        return type instanceof Class<?> section && section.isRecord() ? Optional.of(section) : Optional.empty();
    }

    /** The form of a key that Spring Boot recommends. */
    static String kebab(String name) {
        return name.replaceAll("(?=[A-Z])", "-").toLowerCase(Locale.ROOT);
    }
}
