"""Who plays where and when: what a director may choose, the plans that suit, and the plan that is stored."""
