package dev.waggle.connect.llm.family;

import dev.waggle.signal.json.WireConstant;

/** Rule of a model for the parameter {@code temperature}. */
public enum TemperatureRule implements WireConstant {
    /** Every value of the API's range is accepted. */
    ANY,
    /** Every value is accepted while the model does not think, and only 1 or none while it thinks. */
    WITHOUT_THINKING,
    /** The parameter is refused, or only its default of 1 is accepted. */
    ONLY_DEFAULT
}
