package dev.waggle.spring;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.EnumerablePropertySource;
import org.springframework.core.env.PropertySource;

/**
 * Variables with keys and addresses of models. Those of {@code waggle.environment} come first. Then every property of the
 * application follows whose name has the form of a variable, and last the variables of the process.
 */
final class ModelVariables {

    private static final Pattern VARIABLE = Pattern.compile("[A-Za-z][A-Za-z0-9]*(_[A-Za-z0-9]+)+");

    private ModelVariables() {}

    static Map<String, String> of(ConfigurableEnvironment environment, Map<String, String> stated) {
        Map<String, String> variables = new HashMap<>();
        environment.getSystemEnvironment().forEach((name, value) -> variables.put(name, String.valueOf(value)));
        List<PropertySource<?>> sources = new ArrayList<>();
        environment.getPropertySources().forEach(sources::add);
        for (PropertySource<?> source : sources) {
            if (source instanceof EnumerablePropertySource<?> listed) {
                for (String name : listed.getPropertyNames()) {
                    String value = VARIABLE.matcher(name).matches() ? environment.getProperty(name) : null;
                    if (value != null) {
                        variables.put(name, value);
                    }
                }
            }
        }
        variables.putAll(stated);
        return variables;
    }
}
