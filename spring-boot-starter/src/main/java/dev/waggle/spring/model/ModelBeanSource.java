package dev.waggle.spring.model;

import java.util.Map;
import java.util.function.Supplier;

import dev.waggle.signal.harness.Harness;

/** Models among the beans of an application. */
public interface ModelBeanSource {

    /**
     * The models by the name of their bean. A bean is made when its model is named.
     *
     * @see #isStreaming
     */
    Map<String, Supplier<Harness>> models();

    /** True if the answers of the model of that bean come in pieces. */
    boolean isStreaming(String bean);
}
